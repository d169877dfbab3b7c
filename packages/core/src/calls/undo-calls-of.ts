import { getError } from '../errors/index.ts';
import { type UndoAnswer, type UndoItem, undoCalls } from './undo-calls.ts';

/** What came of taking back some calls. */
export interface UndoOutcome {
  readonly done: number;
  /** Records that were left as they are, with the reason. */
  readonly left: readonly UndoItem[];
}

export type SendUndo = (
  path: string,
  body: object,
  options: { readonly idempotencyKey: string },
) => Promise<UndoAnswer>;

/** Takes back calls by their keys, the last one first. A key of ours makes each take effect once, however often it is sent. */
export async function sendUndoCalls(
  keys: readonly string[],
  send: SendUndo,
  onStep: (done: number) => void = () => undefined,
): Promise<UndoOutcome> {
  let outcome: UndoOutcome = { done: 0, left: [] };
  for (const [at, key] of [...keys].reverse().entries()) {
    const answer = await send(undoCalls.undoCall.path, { key }, { idempotencyKey: `undo-${key}`.slice(0, 128) });
    const left = answer.items.filter(({ code }) => code !== getError('ok').code);
    outcome = { done: outcome.done + answer.affected, left: [...outcome.left, ...left] };
    onStep(at + 1);
  }
  return outcome;
}

import { admins, defineCalls, everyone } from '../definition/index.ts';
import { getError } from '../errors/index.ts';
import { boolean, integer, text } from '../fields/index.ts';

const entry = integer({ zh: '日志编号', en: 'Audit entry ID' }, { required: true, min: 1 });

const dryRun = boolean({ zh: '只预演', en: 'Dry run' });

/** Calls that undo earlier actions. Each checks again that the caller may do the reverse. */
export const undoCalls = defineCalls({
  undoEntry: {
    path: '/undo/entry',
    label: { zh: '撤销一条操作', en: 'Undo an entry of the audit log' },
    roles: everyone,
    seconds: 120,
    input: { id: entry, dryRun },
  },
  undoCall: {
    path: '/undo/call',
    label: { zh: '撤销自己的一次操作', en: 'Undo one of your own calls' },
    roles: everyone,
    seconds: 120,
    input: {
      key: text({ zh: '幂等键', en: 'Idempotency key' }, { required: true, max: 128 }),
      dryRun,
    },
  },
  undoVersion: {
    path: '/undo/version',
    label: { zh: '查看历史版本', en: 'Read an earlier version of a record' },
    roles: admins,
    reads: true,
    input: { id: entry },
  },
});

/** What became of one record of an undo. */
export interface UndoItem {
  readonly resource: string;
  readonly id: number;
  readonly code: number;
  /** Why it was left as it is, in the caller's language. */
  readonly message: string;
}

export interface UndoAnswer {
  /** Records that are as they were before. */
  readonly affected: number;
  readonly failed: number;
  readonly items: readonly UndoItem[];
}

/** The fields that a person may change, as they were after an entry, and the version that stands now. */
export interface VersionAnswer {
  readonly resource: string;
  readonly id: number;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

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

import { admins, defineCalls, everyone } from '../definition/index.ts';
import { getError } from '../errors/index.ts';
import { boolean, integer, text } from '../fields/index.ts';

const entry = integer({ zh: '日志编号', en: 'Audit entry ID' }, { required: true, min: 1 });

const dryRun = boolean({ zh: '只预演', en: 'Dry run' });

/** Calls that undo earlier actions. Each checks that the caller may run the reverse action. */
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

/** The result for one record of an undo. */
export interface UndoItem {
  readonly resource: string;
  readonly id: number;
  readonly code: number;
  /** Why the record was not changed, in the language of the caller. */
  readonly message: string;
}

export interface UndoAnswer {
  /** Number of records that were restored. */
  readonly affected: number;
  readonly failed: number;
  readonly items: readonly UndoItem[];
}

/** The editable fields of a record after an audit log entry, and its current version. */
export interface VersionAnswer {
  readonly resource: string;
  readonly id: number;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The result of undoing several calls. */
export interface UndoOutcome {
  readonly done: number;
  /** Records that were not changed, with the reason. */
  readonly left: readonly UndoItem[];
}

export type SendUndo = (
  path: string,
  body: object,
  options: { readonly idempotencyKey: string },
) => Promise<UndoAnswer>;

/**
 * Undoes calls by their idempotency keys, the last one first. Each undo has a key derived from the call, so that it takes effect
 * only once.
 */
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

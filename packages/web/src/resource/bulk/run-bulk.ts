import {
  addSums,
  type BatchAnswer,
  type BatchCall,
  type BatchItem,
  type CallOptions,
  type Selection,
  type Sums,
} from '@gantry/core';

/** A bulk action under way: plain data, so that it can be kept and taken up again after a reload. */
export interface BulkRun {
  /** Makes the idempotency key of each call: a call that is sent again takes effect once. */
  readonly key: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly selection: Selection;
  /** Id after which the next call goes on; undefined before the first, null when all is done. */
  readonly after: number | null | undefined;
  readonly calls: number;
  readonly done: number;
  /** Records in all; null until the server has said. */
  readonly total: number | null;
  readonly failures: readonly BatchItem[];
  /** What came of them, added up; nothing where the action adds up nothing. */
  readonly sums?: Sums;
}

export type SendBatch = (body: BatchCall, options: CallOptions) => Promise<BatchAnswer>;

/** Records a call: small enough that progress moves, large enough that it ends soon. */
const step = 200;

export function startBulk(
  key: string,
  action: string,
  selection: Selection,
  params: Readonly<Record<string, unknown>> = {},
): BulkRun {
  return { key, action, params, selection, after: undefined, calls: 0, done: 0, total: null, failures: [] };
}

/** Keys of the calls that were answered so far. */
export function listBulkKeys(run: BulkRun): string[] {
  return Array.from({ length: run.calls }, (_, call) => `${run.key}-${call}`);
}

export function isBulkEnded(run: BulkRun): boolean {
  return run.after === null;
}

/** The failed records alone, to be tried once more. */
export function retryFailures(run: BulkRun, key: string): BulkRun {
  return startBulk(key, run.action, { ids: run.failures.map((item) => item.id) }, run.params);
}

function bodyOf(run: BulkRun): BatchCall {
  return {
    ...run.selection,
    action: run.action,
    limit: step,
    ...(Object.keys(run.params).length > 0 ? { params: run.params } : {}),
    ...(typeof run.after === 'number' ? { after: run.after } : {}),
  };
}

/** One call further. The same step sent twice carries the same key. */
export async function runBulkStep(run: BulkRun, send: SendBatch): Promise<BulkRun> {
  const answer = await send(bodyOf(run), { idempotencyKey: `${run.key}-${run.calls}` });
  return {
    ...run,
    after: answer.next,
    calls: run.calls + 1,
    done: run.done + answer.affected + answer.failed,
    total: Math.max(run.total ?? 0, answer.total),
    failures: [...run.failures, ...answer.items.filter((item) => item.code !== 20000)],
    ...(answer.sums ? { sums: addSums(run.sums, answer.sums) } : {}),
  };
}

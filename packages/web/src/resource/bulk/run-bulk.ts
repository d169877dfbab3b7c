import {
  addSums,
  type BatchAnswer,
  type BatchCall,
  type BatchItem,
  type CallOptions,
  type Selection,
  type Sums,
} from '@gantry/core';

/** A bulk action in progress. Plain data, so that it can be stored and resumed after a reload. */
export interface BulkRun {
  /** Prefix of the idempotency key of each call: a repeated call takes effect once. */
  readonly key: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly selection: Selection;
  /** ID after which the next call continues; undefined before the first call, null after the last. */
  readonly after: number | null | undefined;
  readonly calls: number;
  readonly done: number;
  /** Total number of records; null until the server has returned it. */
  readonly total: number | null;
  readonly failures: readonly BatchItem[];
  /** Sums over the processed records; absent when the action has none. */
  readonly sums?: Sums;
}

export type SendBatch = (body: BatchCall, options: CallOptions) => Promise<BatchAnswer>;

/** Records per call: few enough for visible progress, many enough to finish soon. */
const step = 200;

export function startBulk(
  key: string,
  action: string,
  selection: Selection,
  params: Readonly<Record<string, unknown>> = {},
): BulkRun {
  return { key, action, params, selection, after: undefined, calls: 0, done: 0, total: null, failures: [] };
}

/** Returns the idempotency keys of the completed calls. */
export function listBulkKeys(run: BulkRun): string[] {
  return Array.from({ length: run.calls }, (_, call) => `${run.key}-${call}`);
}

export function isBulkEnded(run: BulkRun): boolean {
  return run.after === null;
}

/** Creates a run over the failed records only. */
export function retryFailures(run: BulkRun, key: string): BulkRun {
  return startBulk(key, run.action, { ids: run.failures.map((item) => item.id) }, run.params);
}

function getBody(run: BulkRun): BatchCall {
  return {
    ...run.selection,
    action: run.action,
    limit: step,
    ...(Object.keys(run.params).length > 0 ? { params: run.params } : {}),
    ...(typeof run.after === 'number' ? { after: run.after } : {}),
  };
}

/** Runs the next call. A repeated step has the same idempotency key. */
export async function runBulkStep(run: BulkRun, send: SendBatch): Promise<BulkRun> {
  const answer = await send(getBody(run), { idempotencyKey: `${run.key}-${run.calls}` });
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

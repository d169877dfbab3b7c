import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toLoggable } from '../../../platform/http/request-log.ts';
import { findNextDue } from '../../../platform/jobs/scheduler.ts';
import { createWorkLoop } from '../../../platform/jobs/work-loop.ts';
import { type Database, getId, type Row, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { createRetryPolicy } from '../../../platform/store/retry-policy.ts';
import { DocumentError, type DocumentErrorCode } from '../parse/document-error.ts';
import {
  isStage,
  listActiveStates,
  type RunStage,
  type Stage,
  type Work,
  type WorkDeps,
  type WorkKind,
  WorkLost,
} from './work.ts';

export interface WorkerRules {
  readonly workers: number;
  readonly leaseSeconds: number;
  readonly maxAttempts: number;
  readonly stageMinutes: number;
  readonly fair: boolean;
}

export interface WorkerTerms {
  readonly kind: WorkKind;
  readonly stages: Readonly<Record<Stage, RunStage>>;
  readRules(): Promise<WorkerRules>;
  /** Called in the transaction that records a failure which is not retried automatically. */
  onFailed?(tx: Tx, deps: WorkDeps, id: number): Promise<void>;
  /** Called after a worker lost the work, so that a requested cancellation can take effect. */
  onLost?(deps: WorkDeps, id: number): Promise<void>;
}

export interface DocumentWorker {
  start(): void;
  /** Returns the current work to the queue and resolves when nothing is running. */
  stop(): Promise<void>;
  /** Processes all work immediately and resolves when none is left. For tests and for callers that have just added work. */
  drain(): Promise<void>;
}

/** Minimum time between searches for work, and time between searches without a signal, in ms. */
const [everyMs, idleMs] = [1_000, 60_000];
const pauseAfter = createRetryPolicy({ firstMs: 5_000, factor: 2, maxMs: 10 * 60_000 });

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * Creates a worker that processes documents in this process, several concurrently and in turns between bases, each under a lease.
 */
export function createDocumentWorker(deps: WorkDeps, terms: WorkerTerms): DocumentWorker {
  const { database, clock, log } = deps;
  const { kind } = terms;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let last = 0;

  const takeOne = async (rules: WorkerRules): Promise<boolean> => {
    const owner = randomUUID();
    const { maxAttempts, fair } = rules;
    const leaseMs = rules.leaseSeconds * 1000;
    const onGivenUp = async (tx: Tx, id: number) => terms.onFailed?.(tx, deps, id);
    const given = { owner, leaseMs, maxAttempts, fair, after: last, onGivenUp };
    const row = await claimWork({ database, kind, now: clock() }, given);
    if (!row) return false;
    last = Number(row[kind.group]);
    const work = processDocument(deps, terms, row, owner, rules, stopping.signal).finally(() => {
      running.delete(work);
      loop.wake();
    });
    running.add(work);
    return true;
  };
  const fill = async (): Promise<void> => {
    const rules = await terms.readRules();
    while (running.size < rules.workers && !stopping.signal.aborted && (await takeOne(rules)));
  };
  const look = async () => {
    try {
      await fill();
      return await findNextDue(database.read, [
        { table: kind.table, column: 'next_try_at', states: [kind.waiting] },
        { table: kind.table, column: 'lease_until', states: listActiveStates(kind) },
      ]);
    } catch (error) {
      log.warn({ kind: kind.name, ...toLoggable(error) }, 'no document was taken');
      return clock() + everyMs;
    }
  };
  const loop = createWorkLoop({
    changes: database.changes,
    clock,
    watches: [kind.table, 'settings'],
    everyMs,
    idleMs,
    firstMs: 0,
    work: look,
  });
  return {
    start: loop.start,
    async stop() {
      stopping.abort(new Stopped());
      await loop.stop();
      await Promise.all(running);
    },
    async drain() {
      for (await fill(); running.size > 0; await fill()) await Promise.race(running);
    },
  };
}

async function processDocument(
  deps: WorkDeps,
  terms: WorkerTerms,
  row: Row,
  owner: string,
  rules: WorkerRules,
  stopping: AbortSignal,
): Promise<void> {
  const { kind, stages } = terms;
  const [id, leaseMs] = [getId(row), rules.leaseSeconds * 1000];
  const ended = new AbortController();
  const state = { progress: Number(row.progress ?? 0) };
  const beat = setInterval(
    () => {
      const sign = { id, owner, now: deps.clock(), leaseMs, progress: state.progress };
      keepLease({ database: deps.database, kind }, sign).then(
        (isOurs) => isOurs || ended.abort(new WorkLost()),
        () => undefined,
      );
    },
    Math.min(leaseMs / 4, 2_000),
  );
  const report = (progress: number) => {
    state.progress = progress;
  };
  try {
    for (let stage: Stage | null = isStage(row.stage) ? row.stage : 'parse'; stage !== null; ) {
      const late = AbortSignal.timeout(rules.stageMinutes * 60_000);
      const signal = AbortSignal.any([ended.signal, stopping, late]);
      const fresh = await getCurrentRow(deps, kind, id, row);
      const work: Work = { kind, row: fresh, owner, signal, report };
      stage = await stages[stage](deps, work).catch((error: unknown) => {
        throw late.aborted && !(error instanceof WorkLost) ? new DocumentError('timeout') : error;
      });
    }
  } catch (error) {
    await endWork(deps, terms, { id, owner, rules, row }, error).catch((failure: unknown) =>
      deps.log.warn({ kind: kind.name, ...toLoggable(failure) }, 'the end of work on a document was not written'),
    );
  } finally {
    clearInterval(beat);
  }
}

async function getCurrentRow({ database }: WorkDeps, kind: WorkKind, id: number, taken: Row): Promise<Row> {
  return (
    (await withNamedTables(database.read).selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst()) ??
    taken
  );
}

interface Ended {
  readonly id: number;
  readonly owner: string;
  readonly rules: WorkerRules;
  readonly row: Row;
}

/** Updates a document whose work was interrupted. */
async function endWork(
  deps: WorkDeps,
  { kind, onFailed, onLost }: WorkerTerms,
  { id, owner, rules, row }: Ended,
  error: unknown,
): Promise<void> {
  if (error instanceof WorkLost) return onLost?.(deps, id);
  const now = deps.clock();
  const attempts = Number(row.attempts);
  const code: DocumentErrorCode = error instanceof DocumentError ? error.code : 'unexpected';
  const detail = error instanceof DocumentError ? error.detail : null;
  if (code === 'unexpected' && !(error instanceof Stopped))
    deps.log.warn({ kind: kind.name, ...toLoggable(error) }, 'work on a document went wrong');
  const isOver = error instanceof DocumentError ? !error.isRetryable : false;
  const free = { lease_owner: null, lease_until: null };
  const values =
    error instanceof Stopped
      ? { ...free, status: kind.waiting, attempts: attempts - 1 }
      : isOver || attempts >= rules.maxAttempts
        ? { ...free, status: 'failed', error_code: code, error: detail, finished_at: now }
        : { ...free, status: kind.waiting, error_code: code, next_try_at: now + pauseAfter(attempts) };
  await deps.database.transaction(async (tx) => {
    const { numUpdatedRows } = await withNamedTables(tx)
      .updateTable(kind.table)
      .set(values)
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', 'in', listActiveStates(kind))
      .executeTakeFirst();
    if (numUpdatedRows === 1n && values.status === 'failed') await onFailed?.(tx, deps, id);
  });
}

interface ClaimTerms {
  /** Lease owner, unique per process and attempt. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  /** Whether bases or users take turns. Otherwise the oldest document is first. */
  readonly fair: boolean;
  /** ID of the base or user that was processed last. */
  readonly after: number;
  /** Called in the transaction that gives up a document, because every attempt lost its worker. */
  onGivenUp?(tx: Tx, id: number): Promise<void>;
}

/** Claims a queued document, or one whose lease has expired. Returns null when there is none. */
export async function claimWork(
  { database, kind, now }: { database: Database; kind: WorkKind; now: number },
  terms: ClaimTerms,
): Promise<Row | null> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `work on ${kind.table}`);
    const row = (await findExpiredLease(tx, kind, now, terms)) ?? (await findWaiting(tx, kind, now, terms));
    if (!row) return null;
    const stage = isStage(row.stage) ? row.stage : 'parse';
    const taken = {
      status: kind.atWork[stage],
      stage,
      lease_owner: terms.owner,
      lease_until: now + terms.leaseMs,
      heartbeat_at: now,
      started_at: row.started_at ?? now,
      finished_at: null,
      attempts: Number(row.attempts ?? 0) + 1,
      error: null,
      error_code: null,
      stuck: 0,
    };
    await withNamedTables(tx).updateTable(kind.table).set(taken).where('id', '=', row.id).execute();
    return { ...row, ...taken };
  });
}

/** Returns a document whose lease has expired. Marks documents that have used all attempts as failed. */
async function findExpiredLease(
  tx: Tx,
  kind: WorkKind,
  now: number,
  { maxAttempts, onGivenUp }: ClaimTerms,
): Promise<Row | undefined> {
  for (;;) {
    const row = await withNamedTables(tx)
      .selectFrom(kind.table)
      .selectAll()
      .where('status', 'in', listActiveStates(kind))
      .where((where) => where.or([where('lease_until', '<', now), where('lease_until', 'is', null)]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row || Number(row.attempts) < maxAttempts) return row;
    const given = { status: 'failed', error_code: 'lost', error: null, lease_owner: null, lease_until: null, stuck: 0 };
    await withNamedTables(tx)
      .updateTable(kind.table)
      .set({ ...given, finished_at: now })
      .where('id', '=', row.id)
      .execute();
    await onGivenUp?.(tx, getId(row));
  }
}

async function findWaiting(tx: Tx, kind: WorkKind, now: number, terms: ClaimTerms): Promise<Row | undefined> {
  const due = withNamedTables(tx)
    .selectFrom(kind.table)
    .where('status', '=', kind.waiting)
    .where((where) => where.or([where('next_try_at', 'is', null), where('next_try_at', '<=', now)]));
  if (!terms.fair) return due.selectAll().orderBy('id').limit(1).executeTakeFirst();
  const firsts = await due
    .select(({ fn }) => [sql<number>`${sql.ref(kind.group)}`.as('owner'), fn.min('id').as('id')])
    .groupBy(kind.group)
    .execute();
  if (firsts.length === 0) return undefined;
  const busy = await withNamedTables(tx)
    .selectFrom(kind.table)
    .select(({ fn }) => [sql<number>`${sql.ref(kind.group)}`.as('owner'), fn.countAll().as('count')])
    .where('status', 'in', listActiveStates(kind))
    .groupBy(kind.group)
    .execute();
  const load = new Map(busy.map(({ owner, count }) => [owner, Number(count)]));
  const next = firsts
    .map(({ owner, id }) => ({ owner, id: Number(id) }))
    .sort((one, other) => getTurn(one.owner, load, terms.after) - getTurn(other.owner, load, terms.after))[0];
  return withNamedTables(tx)
    .selectFrom(kind.table)
    .selectAll()
    .where('id', '=', next?.id ?? 0)
    .executeTakeFirst();
}

/** Sort key of owners: the fewest documents in progress first, then the next ID after the one that was processed last. */
function getTurn(owner: number, load: ReadonlyMap<number, number>, after: number): number {
  const circle = 2 ** 40;
  return (load.get(owner) ?? 0) * circle * 2 + (owner > after ? owner : owner + circle);
}

/** Renews the lease. Returns false when the work was canceled, paused, deleted or taken over. */
async function keepLease(
  { database, kind }: { database: Database; kind: WorkKind },
  { id, owner, now, leaseMs, progress }: { id: number; owner: string; now: number; leaseMs: number; progress: number },
): Promise<boolean> {
  const stored = await database.transaction((tx) =>
    withNamedTables(tx)
      .updateTable(kind.table)
      .set({ lease_until: now + leaseMs, heartbeat_at: now, progress, stuck: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', 'in', listActiveStates(kind))
      .returning('id')
      .executeTakeFirst(),
  );
  return stored !== undefined;
}

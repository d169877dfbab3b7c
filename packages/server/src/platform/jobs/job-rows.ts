import { ApiError, type JobKind, type JobProblem, type JobStage, jobTries } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../context/context.ts';
import type { Database, Reader, RowOf, Tx } from '../store/database.ts';

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: number;
  readonly kind: JobKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** Id of the admin who requested it; null for the server itself. */
  readonly createdBy: number | null;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
  /** Maximum number of attempts. */
  readonly tries: number;
}

const table = 'background_jobs';
/** How long a job belongs to its worker after the worker's last report, in ms. */
export const leaseMs = 30_000;
const defaultTries = 3;
const getMaxTries = (kind: JobKind) => jobTries[kind] ?? defaultTries;
/**
 * Called, in the transaction that ends it, for a job that is not retried automatically. `why` is `lost` when its workers were
 * interrupted, and `serverGone` when the only server that can run it is gone.
 */
export type OnDead = (tx: Tx, job: Pick<TakenJob, 'id' | 'kind' | 'params'>, why: JobProblem) => Promise<void>;

const ignoreDead: OnDead = async () => {};

/** Options of a job. */
export interface JobOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Whether a job with the same parameters may be queued again. */
  readonly many?: boolean;
  /** The only server instance that can run it; null for any. */
  readonly instance?: string | null;
}

/**
 * Returns the open job with the same parameters if it waits for a retry, which then starts now; rejects if the job is queued or
 * running. Null without one.
 */
async function findSameJob(tx: Tx, database: Database, kind: JobKind, params: string): Promise<number | null> {
  await database.dialect.lock(tx, `job ${kind}`);
  const existing = await tx
    .selectFrom(table)
    .select(['id', 'status', 'run_after'])
    .where('kind', '=', kind)
    .where('params', '=', params)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (!existing) return null;
  if (existing.status === 'queued' && existing.run_after !== null) {
    await tx.updateTable(table).set({ run_after: null }).where('id', '=', existing.id).execute();
    return existing.id;
  }
  throw new ApiError('stateConflict', { data: { state: existing.status, job: existing.id } });
}

/** Queues a job and returns its id. Rejects while the same job is queued or running, unless `many` is set. */
export async function enqueueJob(
  tx: Tx,
  database: Database,
  clock: Clock,
  kind: JobKind,
  by: number | null,
  { params = {}, many = false, instance = null }: JobOptions = {},
): Promise<number> {
  const text = JSON.stringify(params);
  const open = many ? null : await findSameJob(tx, database, kind, text);
  if (open !== null) return open;
  const at = clock();
  const { id } = await tx
    .insertInto(table)
    .values({
      kind,
      status: 'queued',
      done: 0,
      attempts: 0,
      params: text,
      place: instance,
      created_at: at,
      updated_at: at,
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Queues a job that must see the writes of this transaction: a queued job will, a running one may not. No worker takes a job
 * until the transaction ends.
 */
export async function enqueueFollowing(
  tx: Tx,
  database: Database,
  clock: Clock,
  kind: JobKind,
  by: number | null,
): Promise<void> {
  await database.dialect.lock(tx, 'take job');
  const waiting = tx.selectFrom(table).select('id').where('kind', '=', kind).where('status', '=', 'queued');
  if (!(await waiting.executeTakeFirst())) await enqueueJob(tx, database, clock, kind, by, { many: true });
}

/** A worker, with the kinds of jobs that it runs. */
export interface JobWorker {
  readonly owner: string;
  readonly kinds: readonly JobKind[];
  /** Instance id of the server; null when it takes only jobs that any server can run. */
  readonly instance: string | null;
}

/** Returns the earliest time at which a job of each kind with open jobs can be taken, in UTC ms; 0 if it can be taken now. */
export async function listDueKinds(
  read: Reader,
  { kinds, instance }: Omit<JobWorker, 'owner'>,
): Promise<ReadonlyMap<JobKind, number>> {
  const rows = await read
    .selectFrom(table)
    .select((eb) => [
      'kind',
      eb.fn
        .min<number>(
          eb
            .case()
            .when('status', '=', 'running')
            .then(eb.ref('lease_until'))
            .else(eb.fn.coalesce('run_after', sql<number>`0`))
            .end(),
        )
        .as('due'),
    ])
    .where('status', 'in', ['queued', 'running'])
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('place', 'is', null), eb('place', '=', instance ?? '')]))
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, due }) => [kind as JobKind, due ?? 0]));
}

/**
 * Takes the oldest due job of some kinds that is queued or whose worker was lost; null when there is none. A job that was lost
 * too often fails.
 */
export function takeJob(
  database: Database,
  clock: Clock,
  { owner, kinds, instance }: JobWorker,
  onDead: OnDead = ignoreDead,
): Promise<TakenJob | null> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, 'take job');
    const now = clock();
    const row = await tx
      .selectFrom(table)
      .selectAll()
      .where('kind', 'in', kinds)
      .where((eb) =>
        eb.or([
          eb.and([eb('status', '=', 'queued'), eb.or([eb('run_after', 'is', null), eb('run_after', '<=', now)])]),
          eb.and([eb('status', '=', 'running'), eb('lease_until', '<=', now)]),
        ]),
      )
      .where((eb) => eb.or([eb('place', 'is', null), eb('place', '=', instance ?? '')]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const isLost = row.status === 'running' && row.attempts >= getMaxTries(row.kind as JobKind);
    const changes = isLost
      ? ({ status: 'failed', error_code: 'lost', error: null, finished_at: now } as const)
      : ({
          status: 'running',
          attempts: row.attempts + 1,
          run_after: null,
          error_code: null,
          error: null,
          lease_owner: owner,
          lease_until: now + leaseMs,
          started_at: row.started_at ?? now,
        } as const);
    // A user may cancel the job at the same time.
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ ...changes, updated_at: now, version: row.version + 1 })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    if (!isLost) return toTakenJob(row);
    await onDead(tx, toTakenJob(row), 'lost');
    return null;
  });
}

function toTakenJob(row: RowOf<'background_jobs'>): TakenJob {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    params: JSON.parse(row.params) as TakenJob['params'],
    createdBy: row.created_by,
    attempts: row.attempts + 1,
    tries: getMaxTries(row.kind as JobKind),
  };
}

export interface JobProgress {
  readonly stage: JobStage;
  readonly done: number;
  readonly total: number | null;
}

/** Renews the lease of a job and stores its progress; false when the job does not belong to the worker any longer. */
export async function renewJob(
  database: Database,
  clock: Clock,
  id: number,
  owner: string,
  progress: JobProgress | null,
): Promise<boolean> {
  const now = clock();
  const done = await database.transaction((tx) =>
    tx
      .updateTable(table)
      .set({ ...progress, lease_until: now + leaseMs, updated_at: now })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', '=', 'running')
      .executeTakeFirst(),
  );
  return done.numUpdatedRows === 1n;
}

/** Why a job failed or waits for a retry, and a detail: a document, a row or a code; empty without one. */
interface JobError {
  readonly problem: JobProblem;
  readonly detail: string;
}

export type JobEnd =
  | { readonly status: 'succeeded'; readonly result: unknown; readonly progress: JobProgress | null }
  | ({ readonly status: 'failed' } & JobError)
  /** Interrupted by a stop of the server, and left for another worker. */
  | { readonly status: 'queued' }
  /** To be retried at a time. */
  | ({ readonly status: 'later'; readonly runAfter: number } & JobError);

export async function endJob(
  database: Database,
  clock: Clock,
  { id, kind, params }: Pick<TakenJob, 'id' | 'kind' | 'params'>,
  owner: string,
  end: JobEnd,
  onDead: OnDead = ignoreDead,
): Promise<void> {
  const now = clock();
  const isOpen = end.status === 'queued' || end.status === 'later';
  const values = {
    ...('progress' in end ? end.progress : null),
    status: isOpen ? ('queued' as const) : end.status,
    result: end.status === 'succeeded' ? JSON.stringify(end.result ?? null) : null,
    error_code: 'problem' in end ? end.problem : null,
    error: 'problem' in end ? end.detail.slice(0, 255) || null : null,
    run_after: end.status === 'later' ? end.runAfter : null,
    finished_at: isOpen ? null : now,
    lease_owner: null,
    lease_until: null,
    updated_at: now,
  };
  await database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set((eb) => ({
        ...values,
        // An interrupted attempt does not count.
        attempts: eb('attempts', '-', end.status === 'queued' ? 1 : 0),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 1n && end.status === 'failed') await onDead(tx, { id, kind, params }, end.problem);
  });
}

import { ApiError, type JobKind, type JobProblem, type JobStage, jobTries } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../context/context.ts';
import type { Database, Reader, RowOf, Tx } from '../store/database.ts';

/** A job as whoever works on it sees it. */
export interface TakenJob {
  readonly id: number;
  readonly kind: JobKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who asked for it; null for the server itself. */
  readonly createdBy: number | null;
  /** How often it was started, this time included. */
  readonly attempts: number;
  /** How often it may be started. */
  readonly tries: number;
}

const table = 'background_jobs';
/** How long after the last report of its worker a job is not taken by another one, in ms. */
export const leaseMs = 30_000;
const usualTries = 3;
const triesOf = (kind: JobKind) => jobTries[kind] ?? usualTries;
/**
 * Called, in the transaction of its end, for a job that is not retried automatically; `why` is `lost` when its workers were
 * interrupted, `serverGone` when the only server that can do it is gone.
 */
export type OnDead = (tx: Tx, job: Pick<TakenJob, 'id' | 'kind' | 'params'>, why: JobProblem) => Promise<void>;

const nobody: OnDead = async () => {};

/** What a job is about, in addition to its kind. */
interface JobOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Whether the same job may be queued twice. */
  readonly many?: boolean;
  /** The only server instance that can do it; null for any. */
  readonly place?: string | null;
}

/** The open job with the same parameters: one that waits for its next attempt is started now; for any other a second one is rejected. */
async function sameJob(tx: Tx, database: Database, kind: JobKind, params: string): Promise<number | null> {
  await database.dialect.lock(tx, `job ${kind}`);
  const open = await tx
    .selectFrom(table)
    .select(['id', 'status', 'run_after'])
    .where('kind', '=', kind)
    .where('params', '=', params)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (!open) return null;
  if (open.status === 'queued' && open.run_after !== null) {
    await tx.updateTable(table).set({ run_after: null }).where('id', '=', open.id).execute();
    return open.id;
  }
  throw new ApiError('stateConflict', { data: { state: open.status, job: open.id } });
}

/** Puts a job in the queue; rejected while the same waits or runs, unless `many` may. Answers its id. */
export async function enqueueJob(
  tx: Tx,
  database: Database,
  clock: Clock,
  kind: JobKind,
  by: number | null,
  { params = {}, many = false, place = null }: JobOptions = {},
): Promise<number> {
  const text = JSON.stringify(params);
  const open = many ? null : await sameJob(tx, database, kind, text);
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
      place,
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
 * Queues a job that must see what this transaction writes: one that waits already will, one that runs may not. No worker takes a job
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

/** Who works on jobs, and where. */
export interface JobWorker {
  readonly owner: string;
  readonly kinds: readonly JobKind[];
  /** Its place; null when any server finds what another one made. */
  readonly place: string | null;
}

/** The earliest time at which a job of each kind with open jobs can be taken, in UTC ms; 0 if it can be taken now. */
export async function listDueKinds(
  read: Reader,
  { kinds, place }: Omit<JobWorker, 'owner'>,
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
    .where((eb) => eb.or([eb('place', 'is', null), eb('place', '=', place ?? '')]))
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, due }) => [kind as JobKind, due ?? 0]));
}

/**
 * Takes the oldest job of some kinds that waits and is due, or whose worker was lost; null when there is none. One that is lost too
 * often has failed.
 */
export function takeJob(
  database: Database,
  clock: Clock,
  { owner, kinds, place }: JobWorker,
  onDead: OnDead = nobody,
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
      .where((eb) => eb.or([eb('place', 'is', null), eb('place', '=', place ?? '')]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const isLost = row.status === 'running' && row.attempts >= triesOf(row.kind as JobKind);
    const own = isLost
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
    // A user may cancel it at this moment.
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ ...own, updated_at: now, version: row.version + 1 })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    if (!isLost) return takenOf(row);
    await onDead(tx, takenOf(row), 'lost');
    return null;
  });
}

function takenOf(row: RowOf<'background_jobs'>): TakenJob {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    params: JSON.parse(row.params) as TakenJob['params'],
    createdBy: row.created_by,
    attempts: row.attempts + 1,
    tries: triesOf(row.kind as JobKind),
  };
}

export interface JobProgress {
  readonly stage: JobStage;
  readonly done: number;
  readonly total: number | null;
}

/** Says that its worker lives, and how far it is; false when the job is no longer the worker's. */
export async function notifyJob(
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

/** Why a job ended or waits, and what that is about: a document, a row, a code; empty for nothing. */
interface JobError {
  readonly problem: JobProblem;
  readonly detail: string;
}

export type JobEnd =
  | { readonly status: 'succeeded'; readonly result: unknown; readonly progress: JobProgress | null }
  | ({ readonly status: 'failed' } & JobError)
  /** Broken off for no fault of its own, and left for another worker. */
  | { readonly status: 'queued' }
  /** To be tried again at a time. */
  | ({ readonly status: 'later'; readonly runAfter: number } & JobError);

export async function endJob(
  database: Database,
  clock: Clock,
  { id, kind, params }: Pick<TakenJob, 'id' | 'kind' | 'params'>,
  owner: string,
  end: JobEnd,
  onDead: OnDead = nobody,
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
        // A try that was broken off is none.
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

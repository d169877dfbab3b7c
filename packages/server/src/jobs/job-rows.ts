import { Fault, type JobKind, type JobStage } from '@gantry/core';
import type { Clock } from '../context.ts';
import type { Database, Row, Tx } from '../store/database.ts';

/** A job as whoever works on it sees it. */
export interface TakenJob {
  readonly id: number;
  readonly kind: JobKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who asked for it; null for the server itself. */
  readonly createdBy: number | null;
}

const table = 'background_jobs';
/** How long nobody else takes a job whose worker was last heard of, in ms. */
export const leaseMs = 30_000;
const mostAttempts = 3;

async function refuseSecond(tx: Tx, database: Database, kind: JobKind): Promise<void> {
  await database.dialect.lock(tx, `job ${kind}`);
  const open = await tx
    .selectFrom(table)
    .select(['id', 'status'])
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (open) throw new Fault('stateConflict', { data: { state: String(open.status), job: Number(open.id) } });
}

/** Puts a job in the queue; refused while one of its kind waits or runs, unless `many` may. Answers its id. */
export async function enqueueJob(
  tx: Tx,
  database: Database,
  clock: Clock,
  kind: JobKind,
  by: number | null,
  params: Readonly<Record<string, unknown>> = {},
  many = false,
): Promise<number> {
  if (!many) await refuseSecond(tx, database, kind);
  const at = clock();
  const { id } = await tx
    .insertInto(table)
    .values({
      kind,
      status: 'queued',
      done: 0,
      attempts: 0,
      params: JSON.stringify(params),
      created_at: at,
      updated_at: at,
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/**
 * Puts a job in the queue that has to see what this transaction writes: one that waits already will, one that runs may not. Nobody
 * takes a job until the transaction ends.
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
  if (!(await waiting.executeTakeFirst())) await enqueueJob(tx, database, clock, kind, by, {}, true);
}

/**
 * Takes the oldest job of some kinds that waits, or whose worker was lost; null when there is none. One that is lost too often has
 * failed.
 */
export function takeJob(
  database: Database,
  clock: Clock,
  owner: string,
  kinds: readonly JobKind[],
): Promise<TakenJob | null> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, 'take job');
    const now = clock();
    const row = await tx
      .selectFrom(table)
      .selectAll()
      .where('kind', 'in', kinds)
      .where((eb) =>
        eb.or([eb('status', '=', 'queued'), eb.and([eb('status', '=', 'running'), eb('lease_until', '<=', now)])]),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const isLost = Number(row.attempts) >= mostAttempts;
    const own = isLost
      ? { status: 'failed', error: 'lost', finished_at: now }
      : {
          status: 'running',
          attempts: Number(row.attempts) + 1,
          lease_owner: owner,
          lease_until: now + leaseMs,
          started_at: row.started_at ?? now,
        };
    await tx
      .updateTable(table)
      .set({ ...own, updated_at: now, version: Number(row.version) + 1 })
      .where('id', '=', row.id)
      .execute();
    return isLost ? null : takenOf(row);
  });
}

function takenOf(row: Row): TakenJob {
  return {
    id: Number(row.id),
    kind: row.kind as JobKind,
    params: JSON.parse(String(row.params)) as TakenJob['params'],
    createdBy: row.created_by === null ? null : Number(row.created_by),
  };
}

export interface JobProgress {
  readonly stage: JobStage;
  readonly done: number;
  readonly total: number | null;
}

/** Says that its worker lives, and how far it is; false when the job is no longer the worker's. */
export async function tellJob(
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

export type JobEnd =
  | { readonly status: 'succeeded'; readonly result: unknown }
  | { readonly status: 'failed'; readonly error: string }
  /** Left for another worker. */
  | { readonly status: 'queued' };

export async function endJob(database: Database, clock: Clock, id: number, owner: string, end: JobEnd): Promise<void> {
  const now = clock();
  const values = {
    status: end.status,
    result: end.status === 'succeeded' ? JSON.stringify(end.result ?? null) : null,
    error: end.status === 'failed' ? end.error.slice(0, 255) : null,
    finished_at: end.status === 'queued' ? null : now,
    lease_owner: null,
    lease_until: null,
    updated_at: now,
  };
  await database.transaction((tx) =>
    tx
      .updateTable(table)
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', '=', 'running')
      .execute(),
  );
}

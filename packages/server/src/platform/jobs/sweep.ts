import { ApiError, backgroundJob, type JobKind, type JobProblem, untoldProblems } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { Clock, Services } from '../context/context.ts';
import { toLoggable } from '../http/request-log.ts';
import { type Notification, routeTo } from '../notifications/notification-types.ts';
import { notify } from '../notifications/notify.ts';
import { getId, type Row, type Tx } from '../store/database.ts';
import { createRetryPolicy } from '../store/retry-policy.ts';

/** Backup jobs report their own outcome, by the name of the backup. */
const selfReportingJobs: ReadonlySet<JobKind> = new Set(['backup', 'backupCopy', 'backupProof']);

/**
 * Returns the notification about a job that is not retried automatically. Jobs of one kind share one notification, with the
 * newest job and its reason.
 */
function createJobDeadNotification(id: number, kind: JobKind, why: JobProblem): Notification {
  return {
    type: 'todo',
    event: 'jobDead',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `jobDead ${kind}`,
    params: { job: kind, why },
    route: routeTo(backgroundJob, { id: [id] }),
  };
}

/**
 * Returns the notification about records that a sweep could not process. Records of one kind share one notification: the newest
 * with its reason, and a link to all of them.
 * @param ids the newest first
 */
function createRecordStuckNotification(
  { resource, action }: { readonly resource: Parameters<typeof routeTo>[0]; readonly action: string },
  ids: readonly [number, ...number[]],
  why: string,
): Notification {
  const [id] = ids;
  return {
    type: 'todo',
    event: 'recordStuck',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `recordStuck ${resource.name} ${action}`,
    params: { resource: resource.name, id, why },
    route: routeTo(resource, { id: [...ids] }),
  };
}

/** Notifies admins of dead jobs. A job whose workers were lost, or whose server is gone, could not report this itself. */
export function notifyDeadJobs(clock: Clock) {
  return async (
    tx: Tx,
    { id, kind }: { readonly id: number; readonly kind: JobKind },
    why: JobProblem,
  ): Promise<void> => {
    if (why in untoldProblems || !selfReportingJobs.has(kind))
      await notify(tx, clock, createJobDeadNotification(id, kind, why));
  };
}

/** Recurring work on records that are due. */
export interface SweepWork {
  readonly resource: { readonly name: string; readonly path: string };
  readonly action: string;
  /** Number of records that are processed in parallel; one when left out. */
  readonly parallel?: number;
}

export type SweepDeps = Pick<Services, 'database' | 'clock' | 'log'>;

const table = 'retry_states';
const hour = 3_600_000;
const day = 24 * hour;
const maxListed = 50;
/** How long the retry state of a record is retained after its last attempt, in ms. */
const retentionMs = 30 * day;

const getWorkName = ({ resource, action }: SweepWork) => `${resource.name}.${action}`;

const pauseAfter = createRetryPolicy({ firstMs: 10_000, factor: 4, maxMs: hour });

/**
 * True for records that did not fail, or whose retry is due, so that failing records do not fill the sweeps.
 * @param id the column of the record's id
 */
export function isRetryDue(work: SweepWork, at: number, id: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from "retry_states" where "retry_states"."work" = ${getWorkName(work)}
    and "retry_states"."record_id" = ${sql.ref(id)} and "retry_states"."retry_at" > ${at})`;
}

/**
 * Processes records that are due; one that fails does not delay the others: it is logged, admins are notified, and it is retried
 * automatically. Only a database that does not answer ends the sweep. Returns how many succeeded; `false` when there was nothing to do.
 * @param due rows with the `id` of the record
 */
export async function processDue<R extends Row>(
  deps: SweepDeps,
  work: SweepWork,
  due: readonly R[],
  run: (row: R, id: number) => Promise<unknown>,
): Promise<number> {
  if (due.length === 0) return 0;
  const previousTries = await readTries(deps, work, due);
  const { parallel = 1 } = work;
  const { dialect } = deps.database;
  let done = 0;
  const processOne = async (row: R) => {
    const id = getId(row);
    try {
      if ((await run(row, id)) !== false) done += 1;
    } catch (error) {
      if (dialect.isBusy(error) && !dialect.isSlow(error)) throw error;
      await recordFailure(deps, work, { id, tries: (previousTries.get(id) ?? 0) + 1, error });
      return;
    }
    if (previousTries.has(id)) await deps.database.transaction((tx) => purge(tx, work, id));
  };
  for (let from = 0; from < due.length; from += parallel)
    await Promise.all(due.slice(from, from + parallel).map(processOne));
  return done;
}

/** Returns the number of failed attempts by record id, for records that failed before. */
async function readTries({ database }: SweepDeps, work: SweepWork, due: readonly Row[]): Promise<Map<number, number>> {
  const rows = await database.read
    .selectFrom(table)
    .select(['record_id', 'tries'])
    .where('work', '=', getWorkName(work))
    .where(
      'record_id',
      'in',
      due.map(({ id }) => Number(id)),
    )
    .execute();
  return new Map(rows.map((row) => [row.record_id, row.tries]));
}

interface Failure {
  readonly id: number;
  /** Including this attempt. */
  readonly tries: number;
  readonly error: unknown;
}

/**
 * Stores the retry state of a failed record. Admins are notified once, at its first failure; the list shows the current state.
 */
async function recordFailure(deps: SweepDeps, work: SweepWork, { id, tries, error }: Failure): Promise<void> {
  const { database, clock, log } = deps;
  const at = clock();
  const why = formatReason(error);
  log.error({ work: getWorkName(work), record: id, tries, ...toLoggable(error) }, 'a record could not be dealt with');
  const next = { tries, why, retry_at: at + pauseAfter(tries), updated_at: at };
  await database.transaction(async (tx) => {
    await tx
      .insertInto(table)
      .values({ work: getWorkName(work), record_id: id, ...next, created_at: at })
      .onConflict((conflict) => conflict.columns(['work', 'record_id']).doUpdateSet(next))
      .execute();
    if (tries === 1)
      await notify(
        tx,
        clock,
        createRecordStuckNotification(work, [id, ...(await listOtherStalled(tx, work, id, at))], why),
      );
  });
}

/** Returns other records of the work that failed within a day, newest first, as many as fit in a link. */
async function listOtherStalled(tx: Tx, work: SweepWork, id: number, at: number): Promise<number[]> {
  const rows = await tx
    .selectFrom(table)
    .select('record_id')
    .where('work', '=', getWorkName(work))
    .where('record_id', '!=', id)
    .where('updated_at', '>', at - day)
    .orderBy('updated_at', 'desc')
    .orderBy('record_id')
    .limit(maxListed - 1)
    .execute();
  return rows.map(({ record_id }) => record_id);
}

/** Returns the code or name of an error, not its message, which may quote user input. */
function formatReason(error: unknown): string {
  if (error instanceof ApiError) return error.problem;
  const { error: kind, code } = toLoggable(error);
  return code === null ? kind : `${kind} ${code}`;
}

async function purge(tx: Tx, work: SweepWork, id: number): Promise<void> {
  await tx.deleteFrom(table).where('work', '=', getWorkName(work)).where('record_id', '=', id).execute();
}

/** Prunes retry states of records that have not been attempted for a long time. */
export async function pruneRetryStates(tx: Tx, at: number): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('updated_at', '<', at - retentionMs)
    .execute();
}

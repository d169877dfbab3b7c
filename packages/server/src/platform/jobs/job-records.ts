import type { Clock } from '../context/context.ts';
import { type Database, type Row, type Tx, withNamedTables } from '../store/database.ts';
import type { JobFailed } from './job-runner.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Marks the record of a job as running and returns it; null when the job was ended in the meantime or the record does not exist,
 * so that nothing must be done. A cancellation locks the record first, too.
 */
export async function startRecord(
  { database, clock }: Deps,
  table: string,
  id: number,
  job: number,
): Promise<Row | null> {
  return database.transaction(async (tx) => {
    const record = withNamedTables(tx).selectFrom(table).selectAll().where('id', '=', id);
    const row = await (database.dialect.kind === 'postgres' ? record.forUpdate() : record).executeTakeFirst();
    const own = await tx.selectFrom('background_jobs').select('status').where('id', '=', job).executeTakeFirst();
    if (!row || own?.status !== 'running') return null;
    const runningState = { status: 'running', started_at: row.started_at ?? clock(), finished_at: null };
    await withNamedTables(tx)
      .updateTable(table)
      .set({ ...runningState, error: null, error_detail: null })
      .where('id', '=', id)
      .execute();
    return row;
  });
}

/** Returns the columns of a record whose job failed: the problem code and its detail. */
export function toFailedRow({ problem, detail }: JobFailed): Row {
  return { status: 'failed', error: problem, error_detail: detail.slice(0, 255) || null };
}

/**
 * Ends the record of a job, in a table with the states of jobs, and runs `also` in the transaction; does nothing when it has
 * already ended.
 */
export async function endRecord(
  { database, clock }: Deps,
  table: string,
  id: number,
  values: Row,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const at = clock();
  await database.transaction(async (tx) => {
    const { numUpdatedRows } = await withNamedTables(tx)
      .updateTable(table)
      .set((eb) => ({ ...values, finished_at: at, updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await also?.(tx);
  });
}

/** Ends records whose job was ended elsewhere: canceled in the job list, or lost too often. */
export async function syncEndedJobs(deps: Deps, table: string): Promise<void> {
  const open = await withNamedTables(deps.database.read)
    .selectFrom(`${table} as r`)
    .innerJoin('background_jobs as j', 'j.id', 'r.job_id')
    .select(['r.id', 'j.status', 'j.error_code', 'j.error'])
    .where('r.status', 'in', ['queued', 'running'])
    .where('j.status', 'in', ['failed', 'cancelled'])
    .limit(100)
    .execute();
  for (const { id, status, error_code, error } of open)
    await endRecord(deps, table, Number(id), { status, error: error_code ?? null, error_detail: error ?? null });
}

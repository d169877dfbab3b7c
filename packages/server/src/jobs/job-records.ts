import type { Clock } from '../context.ts';
import type { Database, Row } from '../store/database.ts';

interface Needs {
  readonly database: Database;
  readonly clock: Clock;
}

/** Ends a record whose work is a job, of a table with the states of jobs, unless it has ended. */
export async function endRecord({ database, clock }: Needs, table: string, id: number, values: Row): Promise<void> {
  const at = clock();
  await database.transaction((tx) =>
    tx
      .updateTable(table)
      .set((eb) => ({ ...values, finished_at: at, updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .execute(),
  );
}

/** Ends records of a table whose job was ended elsewhere: cancelled among the jobs, or lost too often. */
export async function followJobs(needs: Needs, table: string): Promise<void> {
  const open = await needs.database.read
    .selectFrom(`${table} as r`)
    .innerJoin('background_jobs as j', 'j.id', 'r.job_id')
    .select(['r.id', 'j.status', 'j.error_code'])
    .where('r.status', 'in', ['queued', 'running'])
    .where('j.status', 'in', ['failed', 'cancelled'])
    .limit(100)
    .execute();
  for (const { id, status, error_code } of open)
    await endRecord(needs, table, Number(id), { status: String(status), error: error_code ?? null });
}

import { verifyLedger } from '../src/modules/ledger/verify.ts';
import type { Database } from '../src/platform/store/database.ts';

/**
 * Returns the violated ledger invariants and the failed jobs, one line each. On SQLite it runs without a worker thread, because
 * starting one takes longer than reading a small file.
 */
export async function listViolations(database: Database): Promise<string[]> {
  const near: Database =
    database.kind === 'sqlite' ? { ...database, readAtLength: (run) => run(database.read) } : database;
  const results = await verifyLedger(near);
  const stuck = await database.read.selectFrom('retry_states').select(['work', 'record_id', 'why']).execute();
  return [
    ...results.filter(({ ok }) => !ok).map(({ no, first }) => `${no}: ${String(first)}`),
    ...stuck.map(({ work, record_id: id, why }) => `${work} of ${id}: ${why}`),
  ];
}

import { verifyLedger } from '../src/modules/ledger/verify.ts';
import type { Database } from '../src/platform/store/database.ts';

/** What the books break of their promises, and what no round could deal with, a line each; on SQLite without a thread, which costs more than to read a small file. */
export async function brokenPromises(database: Database): Promise<string[]> {
  const near: Database =
    database.kind === 'sqlite' ? { ...database, readAtLength: (run) => run(database.read) } : database;
  const results = await verifyLedger(near);
  const stuck = await database.read.selectFrom('retry_states').select(['work', 'record_id', 'why']).execute();
  return [
    ...results.filter(({ ok }) => !ok).map(({ no, first }) => `${no}: ${String(first)}`),
    ...stuck.map(({ work, record_id: id, why }) => `${work} of ${id}: ${why}`),
  ];
}

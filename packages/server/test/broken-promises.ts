import { verifyLedger } from '../src/money/verify.ts';
import type { Database } from '../src/store/database.ts';

/** What the books break of their promises, a line each; on SQLite without a thread, which costs more than to read a small file. */
export async function brokenPromises(database: Database): Promise<string[]> {
  const near: Database =
    database.kind === 'sqlite' ? { ...database, readAtLength: (run) => run(database.read) } : database;
  const results = await verifyLedger(near);
  return results.filter(({ ok }) => !ok).map(({ no, first }) => `${no}: ${String(first)}`);
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { loadNote, processorMs } from './process-figures.ts';
import { masterKey } from './served.ts';

/** The first looks of all jobs, and the first measurement of the data sets, are over so long after a start, in ms. */
const settlingMs = 95_000;
const measuredMs = 120_000;
const bounds = { processorPercent: 0.5, transactionsPerSecond: 2 };

/** Transactions of a PostgreSQL so far, counted by PostgreSQL itself. */
async function countTransactions(url: string): Promise<number> {
  // From another database, so that the count is not of the counting.
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  const text = 'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = $1';
  const { rows } = await client.query<{ count: number }>(text, [name]).finally(() => client.end());
  return rows[0]?.count ?? Number.NaN;
}

/** What a server that nobody calls costs: its share of one processor and, on PostgreSQL, its transactions. */
export async function benchIdle(place: DatabasePlace): Promise<BenchResult[]> {
  const url = 'postgres' in place ? place.postgres : null;
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const server = await startServer({ database, env: { GANTRY_MASTER_KEY: masterKey } });
  const countAll = async () => (url === null ? 0 : countTransactions(url));
  try {
    await delay(settlingMs);
    const [worked, transactions, begun] = [processorMs(server.pid), await countAll(), performance.now()];
    await delay(measuredMs);
    const ms = performance.now() - begun;
    const percent = ((processorMs(server.pid) - worked) * 100) / ms;
    const perSecond = ((await countAll()) - transactions) / (ms / 1000);
    const processor = toResult('an idle server, of one processor', percent, bounds.processorPercent, '%');
    if (url === null) return [processor];
    return [processor, toResult('an idle server, transactions', perSecond, bounds.transactionsPerSecond, '/s')];
  } finally {
    await server.stop();
  }
}

/** The bound stands in place of a floor: doing nothing costs nothing. */
function toResult(name: string, ours: number, bound: number, unit: string): BenchResult {
  return { name, ours, floor: bound, ratio: ours / bound, bound: 1, unit, ok: ours <= bound, note: loadNote() };
}

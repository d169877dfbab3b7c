import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { loadNote, processorMs } from './process-figures.ts';
import { masterKey } from './served.ts';

/** Time after a start until all jobs have run once and the data sets were measured, in ms. */
const settlingMs = 95_000;
const measuredMs = 120_000;
const bounds = { processorPercent: 0.5, transactionsPerSecond: 2 };

/** Transactions of a PostgreSQL database so far, as PostgreSQL counts them. */
async function countTransactions(url: string): Promise<number> {
  // From another database, so that these queries are not counted.
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  const text = 'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = $1';
  const { rows } = await client.query<{ count: number }>(text, [name]).finally(() => client.end());
  return rows[0]?.count ?? Number.NaN;
}

/** Measures a server without requests: its share of one processor and, on PostgreSQL, its transactions. */
export async function benchIdle(place: DatabasePlace): Promise<BenchResult[]> {
  const url = 'postgres' in place ? place.postgres : null;
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const server = await startServer({ database, env: { GANTRY_MASTER_KEY: masterKey } });
  const countAll = async () => (url === null ? 0 : countTransactions(url));
  try {
    await delay(settlingMs);
    const [worked, transactions, startedAt] = [processorMs(server.pid), await countAll(), performance.now()];
    await delay(measuredMs);
    const ms = performance.now() - startedAt;
    const percent = ((processorMs(server.pid) - worked) * 100) / ms;
    const perSecond = ((await countAll()) - transactions) / (ms / 1000);
    const processor = toResult('an idle server, of one processor', percent, bounds.processorPercent, '%');
    if (url === null) return [processor];
    return [processor, toResult('an idle server, transactions', perSecond, bounds.transactionsPerSecond, '/s')];
  } finally {
    await server.stop();
  }
}

/** The bound replaces the floor, which would be 0. */
function toResult(name: string, ours: number, bound: number, unit: string): BenchResult {
  return { name, ours, floor: bound, ratio: ours / bound, bound: 1, unit, ok: ours <= bound, note: loadNote() };
}

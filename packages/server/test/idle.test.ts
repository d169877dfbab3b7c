import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { type RunningServer, startServer } from './server-process.ts';

/** Most jobs run for the first time within this time after a start, in ms. */
const settlingMs = 18_000;
const measuredMs = 10_000;
/** Statements per second. The long-term rate is 2, which a benchmark measures; some first runs may still fall into the test. */
const bound = 4;

/** Reads a PostgreSQL statistic of a database through a connection to another one. */
async function readCount(text: string, database: string): Promise<number> {
  const client = new pg.Client({ connectionString: process.env.GANTRY_TEST_POSTGRES });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(text, [database]).finally(() => client.end());
  return rows[0]?.count ?? Number.NaN;
}
const countTransactions = (database: string) =>
  readCount('select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = $1', database);
const countListeners = (database: string) =>
  readCount(
    `select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'gantry-listen'`,
    database,
  );

describe.each(serverDatabases)('idle server on %s', (kind) => {
  let database: EmptyDatabase;
  let server: RunningServer;
  beforeEach(async () => {
    database = await emptyDatabase(kind);
    server = await startServer(database.url === null ? {} : { database: database.url });
  });
  afterEach(async () => {
    await server.stop();
    await database.drop();
  });

  it('sends only heartbeats to the database, and no job fails', async () => {
    await delay(settlingMs);
    if (database.url !== null) {
      const name = new URL(database.url).pathname.slice(1);
      expect(await countListeners(name)).toBe(1);
      const [before, begun] = [await countTransactions(name), performance.now()];
      await delay(measuredMs);
      const perSecond = ((await countTransactions(name)) - before) / ((performance.now() - begun) / 1000);
      expect(perSecond).toBeGreaterThan(0);
      expect(perSecond).toBeLessThan(bound);
    }
    expect(server.log()).not.toContain('a scheduled job failed');
  });
});

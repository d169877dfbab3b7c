import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { type RunningServer, startServer } from './server-process.ts';

/** The first looks of all jobs come within this time after a start, in ms. */
const settlingMs = 18_000;
const measuredMs = 10_000;
/** Per second. It is 2 in the long run, which a bench measures; a few of the first looks may still fall into the test. */
const bound = 4;

describe.each(serverDatabases.filter((kind) => kind === 'postgres'))('a server on %s that nobody calls', (kind) => {
  let database: EmptyDatabase;
  let server: RunningServer;
  let client: pg.Client;
  beforeEach(async () => {
    database = await emptyDatabase(kind);
    server = await startServer({ database: database.url ?? '' });
    client = new pg.Client({ connectionString: process.env.GANTRY_TEST_POSTGRES });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await server.stop();
    await database.drop();
  });

  async function countTransactions(): Promise<number> {
    const name = new URL(database.url ?? '').pathname.slice(1);
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ count: number }>(
      'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = $1',
      [name],
    );
    return rows[0]?.count ?? 0;
  }

  it('leaves the database alone but for its heartbeats', async () => {
    await delay(settlingMs);
    const [before, begun] = [await countTransactions(), performance.now()];
    await delay(measuredMs);
    const seconds = (performance.now() - begun) / 1000;
    const perSecond = ((await countTransactions()) - before) / seconds;
    expect(perSecond).toBeGreaterThan(0);
    expect(perSecond).toBeLessThan(bound);
  });

  it('listens to other processes on one connection', async () => {
    const name = new URL(database.url ?? '').pathname.slice(1);
    const listening = `select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'gantry-listen'`;
    const count = async () => (await client.query<{ count: number }>(listening, [name])).rows[0]?.count;
    await expect.poll(count).toBe(1);
  });
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../src/platform/store/connect-database.ts';
import type { Database, Reader } from '../src/platform/store/database.ts';
import { openDatabase, type PostgresPlace } from '../src/platform/store/open-database.ts';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { type PgbouncerOptions, type RunningPgbouncer, startPgbouncer } from './pgbouncer.ts';
import { type RunningServer, startServer } from './server-process.ts';

const postgres = serverDatabases.filter((kind) => kind === 'postgres');
const server = process.env.GANTRY_TEST_POSTGRES ?? '';
const getName = (database: EmptyDatabase) => new URL(database.url ?? '').pathname.slice(1);

async function getTimeout(read: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(read);
  return rows[0]?.ms;
}
async function getStatements(read: Reader): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from pg_prepared_statements`.execute(
    read,
  );
  return Number(rows[0]?.total);
}

describe.each(postgres)('connection to %s through pgbouncer', (kind) => {
  let empty: EmptyDatabase;
  beforeAll(async () => {
    empty = await emptyDatabase(kind);
  });
  afterAll(() => empty.drop());

  async function through(
    options: PgbouncerOptions,
    place: Omit<PostgresPlace, 'postgres'>,
    work: (database: Database, url: string) => Promise<void>,
  ): Promise<void> {
    const pooler = await startPgbouncer(server, options);
    const url = pooler.urlOf(getName(empty));
    const database = openDatabase({ postgres: url, ...place });
    await work(database, url).finally(async () => {
      await database.close();
      await pooler.stop();
    });
  }
  const client = async (url: string) => {
    const one = new pg.Client({ connectionString: url });
    one.on('error', () => {});
    await one.connect();
    return one;
  };

  it.each(['auto', 'transaction'] as const)(
    'leaves no state behind in transaction mode (%s), and has its limits in every transaction',
    async (pooler) => {
      await through({ mode: 'transaction', backends: 1 }, { pooler }, async (database, url) => {
        const sums = Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0
            ? sql<{ n: number }>`select ${n}::int as n`.execute(database.read)
            : database.transaction((tx) => sql<{ n: number }>`select ${n}::int as n`.execute(tx)),
        );
        expect((await Promise.all(sums)).map(({ rows }) => rows[0]?.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
        expect(await getTimeout(database.read)).toBe('5s');
        expect(await database.transaction(getTimeout)).toBe('5s');
        expect(await database.readAtLength(getTimeout)).toBe('100s');
        const other = await client(url);
        expect((await other.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
        expect((await other.query('select name from pg_prepared_statements')).rows).toEqual([]);
        await other.end();
      });
    },
  );

  it('does not listen to other processes in transaction mode, and still notifies them of its changes', async () => {
    const direct = openDatabase({ postgres: empty.url ?? '' });
    await direct.transaction((tx) => sql`create table if not exists leases (name text)`.execute(tx));
    let signals = 0;
    direct.changes.watch(['leases'], () => {
      signals += 1;
    });
    direct.changes.listen();
    await expect.poll(() => direct.changes.isLive()).toBe(true);
    const before = signals;
    const pooler = await startPgbouncer(server, { mode: 'transaction', backends: 2 });
    const pooled = openDatabase({ postgres: pooler.urlOf(getName(empty)) }, { announcesChanges: true });
    try {
      pooled.changes.listen();
      await pooled.transaction((tx) => sql`insert into leases (name) values ('a')`.execute(tx));
      await expect.poll(() => signals).toBe(before + 1);
      expect(pooled.changes.isLive()).toBe(false);
      await direct.transaction((tx) => sql`drop table leases`.execute(tx));
    } finally {
      await pooled.close();
      await pooler.stop();
      await direct.close();
    }
  });

  it('ends its transaction when a statement fails', async () => {
    await through({ mode: 'transaction', backends: 1 }, {}, async (database, url) => {
      await expect(sql`select 1 / ${0}::int`.execute(database.read)).rejects.toThrow('division by zero');
      const failing = database.transaction((tx) => sql`select 1 / ${0}::int`.execute(tx));
      await expect(failing).rejects.toThrow('division by zero');
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, 'one name');
      });
      const other = await client(url);
      // Locks in other databases of the same server do not count.
      const locks = `select locktype from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`;
      expect((await other.query(locks)).rows).toEqual([]);
      await other.end();
    });
  });

  it('uses session state when the pooler is configured for session mode, and on a direct connection', async () => {
    const check = async (database: Database) => {
      const connected = await Promise.all([1].map((n) => sql`select ${n}::int`.execute(database.read)));
      expect(connected).toHaveLength(1);
      expect(await getTimeout(database.read)).toBe('5s');
      expect(await getStatements(database.read)).toBe(1);
    };
    await through({ mode: 'session', backends: 2 }, { pooler: 'session' }, check);
    const direct = openDatabase({ postgres: empty.url ?? '' });
    await check(direct).finally(() => direct.close());
  });

  it('fails as busy in time while the pooler has no backend, and recovers afterwards', async () => {
    await through({ mode: 'transaction', backends: 1 }, {}, async (database, url) => {
      await database.ping();
      const holder = await client(url);
      await holder.query('begin');
      const begun = performance.now();
      const works = [database.ping(), database.transaction((tx) => getTimeout(tx)), getTimeout(database.read)];
      const outcomes = await Promise.allSettled(works);
      const isBusy = outcomes.map((one) => one.status === 'rejected' && database.dialect.isBusy(one.reason));
      expect(isBusy).toEqual([true, true, true]);
      expect(performance.now() - begun).toBeLessThan(10_000);
      await holder.query('commit');
      expect(await getTimeout(database.read)).toBe('5s');
      await holder.end();
    });
  });

  it('is retried at startup while the pooler has no backend', async () => {
    const pooler = await startPgbouncer(server, { mode: 'transaction', backends: 1 });
    const url = pooler.urlOf(getName(empty));
    const holder = await client(url);
    await holder.query('begin');
    const problems: string[] = [];
    const onWait = (problem: string) => {
      problems.push(problem);
      void holder.end();
    };
    const database = await connectDatabase({ postgres: url }, { onWait });
    expect(problems).toEqual(['full']);
    await database.close();
    await pooler.stop();
  });

  it('is busy when the pooler accepts no more clients', async () => {
    await through({ mode: 'transaction', backends: 1, clients: 1 }, {}, async (database, url) => {
      // The probe that found the pooler listening counts as a client until the pooler notices that it left.
      const holder = await vi.waitFor(() => client(url), { timeout: 5_000 });
      const error = await getTimeout(database.read).catch((reason: unknown) => reason);
      expect(database.dialect.isBusy(error)).toBe(true);
      await holder.end();
      await expect.poll(() => getTimeout(database.read).catch(() => null)).toBe('5s');
    });
  });
});

describe.each(postgres)('server on %s behind pgbouncer in transaction mode', (kind) => {
  let empty: EmptyDatabase;
  let pooler: RunningPgbouncer;
  let running: RunningServer;
  beforeAll(async () => {
    empty = await emptyDatabase(kind);
    pooler = await startPgbouncer(server, { mode: 'transaction', backends: 2 });
    running = await startServer({ database: pooler.urlOf(getName(empty)), args: ['--database-pooler', 'transaction'] });
  });
  afterAll(async () => {
    await running.stop();
    await pooler.stop();
    await empty.drop();
  });

  it('starts, migrates and answers many calls over two backends', async () => {
    const token = await running.firstAdmin();
    const create = (n: number) =>
      running.insist(
        '/notice/create',
        { title: `n${n}`, content: 'c' },
        { token, headers: { 'idempotency-key': `n${n}` } },
      );
    for (let from = 0; from < 20; from += 5) {
      const made = await Promise.all(Array.from({ length: 5 }, (_, n) => create(from + n)));
      expect(made.map(({ code }) => code)).toEqual([20000, 20000, 20000, 20000, 20000]);
    }
    const { data } = await running.insist('/notice/list', { page: 1, pageSize: 50 }, { token });
    expect(data.items).toHaveLength(20);
  });

  it('answers 503 and is not ready while the pooler has no backend', async () => {
    const holders = await Promise.all(
      [1, 2].map(async () => {
        const one = new pg.Client({ connectionString: pooler.urlOf(getName(empty)) });
        await one.connect();
        await one.query('begin');
        return one;
      }),
    );
    const answers = await Promise.all(Array.from({ length: 15 }, () => running.call('/setup/state')));
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['503 50300']));
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${running.url}/livez`)).status).toBe(200);
    await Promise.all(holders.map((one) => one.end()));
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect((await running.insist('/setup/state')).code).toBe(20000);
  });
});

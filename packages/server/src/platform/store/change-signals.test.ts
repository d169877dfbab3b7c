import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { breakableProxy } from '../../../test/breakable-proxy.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { listWrittenTables } from './change-signals.ts';
import type { Database, Tx } from './database.ts';
import { type OpenOptions, openDatabase } from './open-database.ts';

const addLease = (name: string) => async (tx: Tx) => {
  await tx.insertInto('leases').values({ name, holder: 'a', until: 1 }).execute();
};

/** Counts the signals about leases. */
function countSignals({ changes }: Database) {
  const counter = { count: 0, stop: () => {} };
  counter.stop = changes.watch(['leases'], () => {
    counter.count += 1;
  });
  return counter;
}

describe('listWrittenTables', () => {
  it('finds the table of a statement that writes', () => {
    expect(listWrittenTables('insert into "holds" ("no") values ($1) on conflict do nothing')).toEqual(['holds']);
    expect(listWrittenTables('update "holds" set "no" = ?')).toEqual(['holds']);
    expect(listWrittenTables('\n  delete from holds where 1 = 1')).toEqual(['holds']);
  });

  it('finds all tables that a statement with sub-queries writes', () => {
    const text = 'with "a" as (update "wallets" set "held" = 1 returning *) insert into "holds" select * from "a"';
    expect(listWrittenTables(text)).toEqual(['wallets', 'holds']);
  });

  it('finds none in a statement that reads', () => {
    expect(listWrittenTables('select * from "updates" where "insert" = 1')).toEqual([]);
    expect(listWrittenTables('with "a" as (select 1) select * from "a"')).toEqual([]);
  });
});

describe.each(databaseKinds)('change signals on %s', (kind) => {
  let fresh: TestDatabase;
  beforeEach(async () => {
    fresh = await createTestDatabase(kind);
  });
  afterEach(() => fresh.drop());

  it('arrive once the transaction has committed, and not before', async () => {
    const { database } = fresh;
    const signals = countSignals(database);
    await database.transaction(async (tx) => {
      await addLease('one')(tx);
      await delay(50);
      expect(signals.count).toBe(0);
    });
    expect(signals.count).toBe(1);
  });

  it('do not arrive for a transaction that was rolled back, nor with the next one', async () => {
    const { database } = fresh;
    const signals = countSignals(database);
    const failing = database.transaction(async (tx) => {
      await addLease('one')(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.transaction((tx) => tx.selectFrom('leases').selectAll().execute());
    expect(signals.count).toBe(0);
  });

  it('name only the tables that were written, and reach the reserved connections as well', async () => {
    const { database } = fresh;
    const signals = countSignals(database);
    await database.transaction(async (tx) => {
      await tx.deleteFrom('settings').execute();
    });
    expect(signals.count).toBe(0);
    await database.reserved.transaction(addLease('one'));
    expect(signals.count).toBe(1);
    signals.stop();
    await database.transaction(addLease('two'));
    expect(signals.count).toBe(1);
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'postgres'))('change signals between processes on %s', (kind) => {
  let fresh: TestDatabase;
  const opened: Database[] = [];
  beforeEach(async () => {
    fresh = await createTestDatabase(kind);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await fresh.drop();
  });

  const url = () => ('postgres' in fresh.place ? fresh.place.postgres : '');
  function open(postgres = url(), options: OpenOptions = { announcesChanges: true }): Database {
    const database = openDatabase({ postgres }, options);
    opened.push(database);
    return database;
  }
  const untilLive = ({ changes }: Database) => expect.poll(() => changes.isLive()).toBe(true);

  it('arrive within a second of the commit, and not before', async () => {
    const [writer, listener] = [open(), open()];
    listener.changes.listen();
    await untilLive(listener);
    const signals = countSignals(listener);
    await writer.transaction(async (tx) => {
      await addLease('one')(tx);
      await delay(300);
      expect(signals.count).toBe(0);
    });
    await expect.poll(() => signals.count, { timeout: 1_000 }).toBe(1);
    await writer.transaction(addLease('two'));
    await expect.poll(() => signals.count, { timeout: 1_000 }).toBe(2);
  });

  it('are combined during many writes, without losing the last one', async () => {
    const [writer, listener] = [open(), open()];
    listener.changes.listen();
    await untilLive(listener);
    const signals = countSignals(listener);
    let seen = 0;
    listener.changes.watch(['leases'], () => {
      void listener.read
        .selectFrom('leases')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
        .then(({ count }) => {
          seen = Math.max(seen, count);
        });
    });
    for (let n = 0; n < 100; n += 1) await writer.transaction(addLease(`lease ${n}`));
    await expect.poll(() => seen).toBe(100);
    expect(signals.count).toBeLessThan(60);
  });

  it('are sent before the database is closed', async () => {
    const [writer, listener] = [open(), open()];
    listener.changes.listen();
    await untilLive(listener);
    const signals = countSignals(listener);
    await writer.transaction(addLease('one'));
    await writer.transaction(addLease('two'));
    await writer.close();
    await expect.poll(() => signals.count).toBeGreaterThan(0);
  });

  it('are not sent to the process that wrote', async () => {
    const database = open();
    database.changes.listen();
    await untilLive(database);
    const signals = countSignals(database);
    await database.transaction(addLease('one'));
    await delay(500);
    expect(signals.count).toBe(1);
  });

  it('are not sent by a database that does not announce its changes', async () => {
    const [writer, listener] = [open(url(), {}), open()];
    listener.changes.listen();
    await untilLive(listener);
    const signals = countSignals(listener);
    await writer.transaction(addLease('one'));
    await delay(500);
    expect(signals.count).toBe(0);
  });

  it('call every watcher after the listening connection was lost, and listen again', async () => {
    const address = new URL(url());
    const proxy = await breakableProxy(address.hostname, Number(address.port));
    address.port = String(proxy.port);
    const [writer, listener] = [open(), open(address.href)];
    try {
      listener.changes.listen();
      await untilLive(listener);
      const signals = countSignals(listener);
      proxy.cut();
      await expect.poll(() => listener.changes.isLive()).toBe(false);
      expect(signals.count).toBe(1);
      await writer.transaction(addLease('one'));
      await delay(300);
      expect(signals.count).toBe(1);
      proxy.mend();
      await untilLive(listener);
      expect(signals.count).toBe(2);
      await writer.transaction(addLease('two'));
      await expect.poll(() => signals.count).toBe(3);
    } finally {
      await listener.close();
      await proxy.close();
    }
  });

  it('use one separate connection, which is closed with the database', async () => {
    const database = open();
    database.changes.listen();
    await untilLive(database);
    const count = async () => {
      const client = new pg.Client({ connectionString: url() });
      await client.connect();
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name = 'gantry-listen' and datname = current_database()`,
      );
      await client.end();
      return rows[0]?.n;
    };
    expect(await count()).toBe(1);
    await database.close();
    await expect.poll(count).toBe(0);
  });
});

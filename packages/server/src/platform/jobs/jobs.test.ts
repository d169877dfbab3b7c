import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { enqueueJob } from './job-rows.ts';
import { createJobRunner } from './job-runner.ts';
import { createScheduler, dueTime, findNextDue, takeLease } from './ticker.ts';

const log = pino({ level: 'silent' });

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(5)) {
    if (Date.now() > end) throw new Error('it did not happen within a minute');
  }
}

describe.each(databaseKinds)('jobs on %s', (kind) => {
  let fresh: TestDatabase;
  let now = 1_000;
  const clock = () => now;
  beforeEach(async () => {
    fresh = await createTestDatabase(kind);
    now = 1_000;
  });
  afterEach(() => fresh.drop());
  const take = (holder: string, ms = 100) => takeLease(fresh.database, clock, 'publish', holder, ms);

  it('give a lease to one of two, who may prolong it', async () => {
    expect([await take('one'), await take('two'), await take('one')]).toEqual([true, false, true]);
  });

  it('give a lease on when its time is over', async () => {
    await take('one');
    now += 100;
    expect([await take('two'), await take('one')]).toEqual([true, false]);
  });

  it('give a lease to exactly one of twenty who ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`holder ${index}`)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('keep a long tick to the process that is at it', async () => {
    const second = openDatabase(fresh.place);
    const seen = { now: 0, most: 0, runs: 0 };
    const run = async () => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await delay(600);
      seen.now -= 1;
      seen.runs += 1;
    };
    const tickers = [fresh.database, second].map((database) =>
      createScheduler({ database, clock: Date.now, log }, [{ name: 'long', everyMs: 50, run }]),
    );
    for (const scheduler of tickers) scheduler.start();
    await until(() => seen.runs >= 2);
    await Promise.all(tickers.map((scheduler) => scheduler.stop()));
    await second.close();
    expect(seen.most).toBe(1);
  });

  it('tick in one process at a time', async () => {
    const second = openDatabase(fresh.place);
    const ran = { one: 0, two: 0 };
    const tickerOf = (database: typeof second, name: keyof typeof ran) =>
      createScheduler({ database, clock, log }, [
        {
          name: 'count',
          everyMs: 20,
          run: async () => {
            ran[name] += 1;
          },
        },
      ]);
    const tickers = [tickerOf(fresh.database, 'one'), tickerOf(second, 'two')];
    for (const scheduler of tickers) scheduler.start();
    await until(() => ran.one + ran.two >= 5);
    await Promise.all(tickers.map((scheduler) => scheduler.stop()));
    expect(Math.min(ran.one, ran.two)).toBe(0);
    await second.close();
  });

  it('tick on after a failure, and not any more once stopped', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('no');
    };
    const scheduler = createScheduler({ database: fresh.database, clock: Date.now, log }, [
      { name: 'fail', everyMs: 5, run },
    ]);
    scheduler.start();
    await until(() => runs >= 3);
    await scheduler.stop();
    const atStop = runs;
    await delay(50);
    expect(runs).toBe(atStop);
  });

  const setSettings = (database: Database, page: string) =>
    database.transaction(async (tx) => {
      await tx
        .insertInto('settings')
        .values({ page, group_name: 'a', content: '{}', version: 1, updated_at: 1 })
        .execute();
    });

  it('run soon after a change of a table that they watch, and not without one', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const job = { name: 'watch', everyMs: 10, watches: ['settings'] as const, run };
    fresh.database.changes.listen();
    await until(() => fresh.database.changes.isLive());
    const scheduler = createScheduler({ database: fresh.database, clock: Date.now, log }, [job]);
    scheduler.start();
    await until(() => runs >= 1);
    await delay(300);
    expect(runs).toBe(1);
    await setSettings(fresh.database, 'one');
    await until(() => runs >= 2);
    await scheduler.stop();
  });

  it('run at the earliest of their due times', async () => {
    const at = Date.now() + 400;
    await fresh.database.transaction(async (tx) => {
      const lease = { holder: 'a', until: at };
      await tx
        .insertInto('leases')
        .values([
          { ...lease, name: 'a' },
          { ...lease, name: 'b', until: at + 1_000_000 },
        ])
        .execute();
    });
    const nextDue = () =>
      findNextDue(fresh.database.read, [dueTime('leases', 'until'), dueTime('refunds', 'next_try_at')]);
    expect(await nextDue()).toBe(at);
    expect(await findNextDue(fresh.database.read, [dueTime('orders', 'expires_at', ['pending'])])).toBeNull();
    const runs: number[] = [];
    const run = async () => void runs.push(Date.now());
    const job = { name: 'due', everyMs: 20, watches: ['settings'] as const, nextDue, run };
    const scheduler = createScheduler({ database: fresh.database, clock: Date.now, log }, [job]);
    scheduler.start();
    await until(() => runs.some((ranAt) => ranAt >= at));
    await scheduler.stop();
  });

  it('go to another process when theirs stops, and do not wait for the end of its lease', async () => {
    const second = openDatabase(fresh.place);
    const ran = { one: 0, two: 0 };
    const [one, two] = (['one', 'two'] as const).map((name) => {
      const run = async () => {
        ran[name] += 1;
      };
      const database = name === 'one' ? fresh.database : second;
      return createScheduler({ database, clock, log }, [{ name: 'count', everyMs: 20, run }]);
    });
    one?.start();
    await until(() => ran.one > 0);
    two?.start();
    await one?.stop();
    // The clock does not advance: a lease that is not released would never end.
    await until(() => ran.two > 0);
    await two?.stop();
    await second.close();
  });

  it('are taken by a worker soon after another process has put them in the queue', async () => {
    const second = openDatabase(fresh.place, { announcesChanges: true });
    const done: number[] = [];
    const works = { measure: async ({ id }: { readonly id: number }) => void done.push(id) };
    const runner = createJobRunner({ database: fresh.database, clock: Date.now, log }, works);
    fresh.database.changes.listen();
    await until(() => fresh.database.changes.isLive());
    runner.start();
    // After the first poll, only a signal makes the worker poll within 15 seconds.
    await delay(1_500);
    const writer = kind === 'postgres' ? second : fresh.database;
    const id = await writer.transaction((tx) => enqueueJob(tx, writer, Date.now, 'measure', null));
    await expect.poll(() => done, { timeout: 8_000 }).toEqual([id]);
    await runner.stop();
    await second.close();
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { enqueueJob } from './job-rows.ts';
import { createJobRunner } from './job-runner.ts';
import { createScheduler, dueTime, findNextDue, takeLease } from './scheduler.ts';

const log = pino({ level: 'silent' });

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(5)) {
    if (Date.now() > end) throw new Error('it did not happen within a minute');
  }
}

describe.each(databaseKinds)('leases, scheduled jobs and background jobs on %s', (kind) => {
  let testDatabase: TestDatabase;
  let now = 1_000;
  const clock = () => now;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
    now = 1_000;
  });
  afterEach(() => testDatabase.drop());
  const take = (holder: string, ms = 100) => takeLease(testDatabase.database, clock, 'publish', holder, ms);

  it('grant a lease to one holder, who may renew it', async () => {
    expect([await take('one'), await take('two'), await take('one')]).toEqual([true, false, true]);
  });

  it('grant an expired lease to another holder', async () => {
    await take('one');
    now += 100;
    expect([await take('two'), await take('one')]).toEqual([true, false]);
  });

  it('grant a lease to one of twenty concurrent holders', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(`holder ${index}`)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('run a long scheduled job in only one process', async () => {
    const second = openDatabase(testDatabase.place);
    const seen = { now: 0, most: 0, runs: 0 };
    const run = async () => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await delay(600);
      seen.now -= 1;
      seen.runs += 1;
    };
    const schedulers = [testDatabase.database, second].map((database) =>
      createScheduler({ database, clock: Date.now, log }, [{ name: 'long', everyMs: 50, run }]),
    );
    for (const scheduler of schedulers) scheduler.start();
    await until(() => seen.runs >= 2);
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    await second.close();
    expect(seen.most).toBe(1);
  });

  it('run scheduled jobs in one process at a time', async () => {
    const second = openDatabase(testDatabase.place);
    const counts = { one: 0, two: 0 };
    const createCounter = (database: typeof second, name: keyof typeof counts) =>
      createScheduler({ database, clock, log }, [
        {
          name: 'count',
          everyMs: 20,
          run: async () => {
            counts[name] += 1;
          },
        },
      ]);
    const schedulers = [createCounter(testDatabase.database, 'one'), createCounter(second, 'two')];
    for (const scheduler of schedulers) scheduler.start();
    await until(() => counts.one + counts.two >= 5);
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    expect(Math.min(counts.one, counts.two)).toBe(0);
    await second.close();
  });

  it('continue after a failed run, and end with a stop', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('no');
    };
    const scheduler = createScheduler({ database: testDatabase.database, clock: Date.now, log }, [
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

  it('run soon after a change of a watched table, and only then', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const job = { name: 'watch', everyMs: 10, watches: ['settings'] as const, run };
    testDatabase.database.changes.listen();
    await until(() => testDatabase.database.changes.isLive());
    const scheduler = createScheduler({ database: testDatabase.database, clock: Date.now, log }, [job]);
    scheduler.start();
    await until(() => runs >= 1);
    await delay(300);
    expect(runs).toBe(1);
    await setSettings(testDatabase.database, 'one');
    await until(() => runs >= 2);
    await scheduler.stop();
  });

  it('run at the earliest due time', async () => {
    const at = Date.now() + 400;
    await testDatabase.database.transaction(async (tx) => {
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
      findNextDue(testDatabase.database.read, [dueTime('leases', 'until'), dueTime('refunds', 'next_try_at')]);
    expect(await nextDue()).toBe(at);
    expect(await findNextDue(testDatabase.database.read, [dueTime('orders', 'expires_at', ['pending'])])).toBeNull();
    const runs: number[] = [];
    const run = async () => void runs.push(Date.now());
    const job = { name: 'due', everyMs: 20, watches: ['settings'] as const, nextDue, run };
    const scheduler = createScheduler({ database: testDatabase.database, clock: Date.now, log }, [job]);
    scheduler.start();
    await until(() => runs.some((ranAt) => ranAt >= at));
    await scheduler.stop();
  });

  it('move to another process immediately when theirs stops', async () => {
    const second = openDatabase(testDatabase.place);
    const counts = { one: 0, two: 0 };
    const [one, two] = (['one', 'two'] as const).map((name) => {
      const run = async () => {
        counts[name] += 1;
      };
      const database = name === 'one' ? testDatabase.database : second;
      return createScheduler({ database, clock, log }, [{ name: 'count', everyMs: 20, run }]);
    });
    one?.start();
    await until(() => counts.one > 0);
    two?.start();
    await one?.stop();
    // The clock does not advance: a lease that is not released would never end.
    await until(() => counts.two > 0);
    await two?.stop();
    await second.close();
  });

  it('are taken by a worker soon after another process has queued them', async () => {
    const second = openDatabase(testDatabase.place, { announcesChanges: true });
    const done: number[] = [];
    const works = { measure: async ({ id }: { readonly id: number }) => void done.push(id) };
    const runner = createJobRunner({ database: testDatabase.database, clock: Date.now, log }, works);
    testDatabase.database.changes.listen();
    await until(() => testDatabase.database.changes.isLive());
    runner.start();
    // After the first poll, only a signal makes the worker poll within 15 seconds.
    await delay(1_500);
    const writer = kind === 'postgres' ? second : testDatabase.database;
    const id = await writer.transaction((tx) => enqueueJob(tx, writer, Date.now, 'measure', null));
    await expect.poll(() => done, { timeout: 8_000 }).toEqual([id]);
    await runner.stop();
    await second.close();
  });
});

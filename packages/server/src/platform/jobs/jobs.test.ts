import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds, type FreshDatabase, freshDatabase } from '../../../test/fresh-database.ts';
import { openDatabase } from '../store/open-database.ts';
import { createScheduler, takeLease } from './ticker.ts';

const log = pino({ level: 'silent' });

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(5)) {
    if (Date.now() > end) throw new Error('it did not happen within a minute');
  }
}

describe.each(databaseKinds)('jobs on %s', (kind) => {
  let fresh: FreshDatabase;
  let now = 1_000;
  const clock = () => now;
  beforeEach(async () => {
    fresh = await freshDatabase(kind);
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
});

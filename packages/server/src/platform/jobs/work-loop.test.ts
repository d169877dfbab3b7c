import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeSignals } from '../store/change-signals.ts';
import { createWatchers } from '../store/change-signals.ts';
import { createWorkLoop, type WorkLoop, type WorkLoopOptions } from './work-loop.ts';

interface Runs {
  count: number;
  readonly loop: WorkLoop;
  change(): void;
}

/** Much longer than a test, so that an earlier run has another cause. */
const never = 3_600_000;

describe('a work loop', () => {
  const loops: WorkLoop[] = [];
  afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));

  function start(options: Partial<WorkLoopOptions> & { readonly isLive?: () => boolean }): Runs {
    const { signal, watch } = createWatchers();
    const changes: ChangeSignals = {
      watch,
      isLive: options.isLive ?? (() => true),
      listen: () => {},
      catchUp: () => {},
    };
    const work = async () => {
      runs.count += 1;
      return (await options.work?.()) ?? null;
    };
    const base = { changes, clock: Date.now, watches: ['holds'] as const, everyMs: 10, idleMs: never, firstMs: 0 };
    const loop = createWorkLoop({ ...base, ...options, work });
    const runs: Runs = { count: 0, loop, change: () => signal(['holds']) };
    loops.push(loop);
    loop.start();
    return runs;
  }
  const until = (runs: Runs, count: number) => expect.poll(() => runs.count).toBeGreaterThanOrEqual(count);
  const expectNoRun = async (runs: Runs) => {
    const before = runs.count;
    await delay(200);
    expect(runs.count).toBe(before);
  };

  it('runs once at the start, and again only after a change', async () => {
    const runs = start({});
    await until(runs, 1);
    await expectNoRun(runs);
    runs.change();
    await until(runs, 2);
    await expectNoRun(runs);
  });

  it('runs again after a change during a run', async () => {
    let release = () => {};
    const runs = start({
      work: () =>
        new Promise((resolve) => {
          release = () => resolve(null);
        }),
    });
    await until(runs, 1);
    runs.change();
    await delay(50);
    expect(runs.count).toBe(1);
    release();
    await until(runs, 2);
    release();
  });

  it('runs when work is due, and once after many changes', async () => {
    let due: number | null = Date.now() + 100;
    const runs = start({
      everyMs: 50,
      work: async () => {
        const next = due;
        due = null;
        return next;
      },
    });
    await until(runs, 2);
    await expectNoRun(runs);
    const before = runs.count;
    for (let n = 0; n < 1_000; n += 1) runs.change();
    await until(runs, before + 1);
    await expectNoRun(runs);
    expect(runs.count).toBe(before + 1);
  });

  it('runs at its interval without a change, and more often while changes of other processes do not arrive', async () => {
    await until(start({ idleMs: 20 }), 3);
    await until(start({ isLive: () => false }), 3);
  });

  it('runs again after a run that failed', async () => {
    const runs = start({
      work: async () => {
        throw new Error('no');
      },
    });
    await until(runs, 3);
  });

  it('does not run after a stop until it is started again', async () => {
    const runs = start({ idleMs: 10 });
    await until(runs, 2);
    await runs.loop.stop();
    runs.change();
    await expectNoRun(runs);
    runs.loop.start();
    await until(runs, runs.count + 1);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeSignals } from '../store/change-signals.ts';
import { createWatchers } from '../store/change-signals.ts';
import { createWorkLoop, type WorkLoop, type WorkLoopOptions } from './work-loop.ts';

interface Looks {
  count: number;
  readonly loop: WorkLoop;
  change(): void;
}

/** Far longer than a test: what comes earlier has a reason of its own. */
const never = 3_600_000;

describe('a work loop', () => {
  const loops: WorkLoop[] = [];
  afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));

  function start(options: Partial<WorkLoopOptions> & { readonly isLive?: () => boolean }): Looks {
    const { signal, watch } = createWatchers();
    const changes: ChangeSignals = { watch, isLive: options.isLive ?? (() => true), listen: () => {} };
    const look = async () => {
      looks.count += 1;
      return (await options.look?.()) ?? null;
    };
    const base = { changes, clock: Date.now, watches: ['holds'] as const, everyMs: 10, idleMs: never, firstMs: 0 };
    const loop = createWorkLoop({ ...base, ...options, look });
    const looks: Looks = { count: 0, loop, change: () => signal(['holds']) };
    loops.push(loop);
    loop.start();
    return looks;
  }
  const until = (looks: Looks, count: number) => expect.poll(() => looks.count).toBeGreaterThanOrEqual(count);
  const isQuiet = async (looks: Looks) => {
    const before = looks.count;
    await delay(200);
    expect(looks.count).toBe(before);
  };

  it('looks once at the start, and then not before something changes', async () => {
    const looks = start({});
    await until(looks, 1);
    await isQuiet(looks);
    looks.change();
    await until(looks, 2);
    await isQuiet(looks);
  });

  it('looks again when something changes during a look', async () => {
    let release = () => {};
    const looks = start({
      look: () =>
        new Promise((resolve) => {
          release = () => resolve(null);
        }),
    });
    await until(looks, 1);
    looks.change();
    await delay(50);
    expect(looks.count).toBe(1);
    release();
    await until(looks, 2);
    release();
  });

  it('looks when time makes work, and gathers many changes into few looks', async () => {
    let due: number | null = Date.now() + 100;
    const looks = start({
      everyMs: 50,
      look: async () => {
        const next = due;
        due = null;
        return next;
      },
    });
    await until(looks, 2);
    await isQuiet(looks);
    const before = looks.count;
    for (let n = 0; n < 1_000; n += 1) looks.change();
    await until(looks, before + 1);
    await isQuiet(looks);
    expect(looks.count).toBe(before + 1);
  });

  it('looks now and then without a reason, and more often while changes of other processes do not arrive', async () => {
    await until(start({ idleMs: 20 }), 3);
    await until(start({ isLive: () => false }), 3);
  });

  it('looks again after a look that failed', async () => {
    const looks = start({
      look: async () => {
        throw new Error('no');
      },
    });
    await until(looks, 3);
  });

  it('stops for good, and can be started again', async () => {
    const looks = start({ idleMs: 10 });
    await until(looks, 2);
    await looks.loop.stop();
    looks.change();
    await isQuiet(looks);
    looks.loop.start();
    await until(looks, looks.count + 1);
  });
});

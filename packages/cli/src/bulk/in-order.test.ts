import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runInOrder } from './in-order.ts';

const ticks = async (count: number) => {
  for (let n = 0; n < count; n += 1) await Promise.resolve();
};

it('runs each task once within the limit of parallel tasks, and delivers the results in order', async () => {
  const lasts = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lasts, fc.integer({ min: 1, max: 8 }), async (durations, width) => {
      let [running, most] = [0, 0];
      const taken: number[] = [];
      const work = async (at: number) => {
        running += 1;
        most = Math.max(most, running);
        await ticks(durations[at] ?? 0);
        running -= 1;
        return at;
      };
      await runInOrder(
        durations.length,
        width,
        work,
        (result) => taken.push(result),
        () => false,
      );
      expect(taken).toEqual(durations.map((_, at) => at));
      expect(most).toBeLessThanOrEqual(width);
    }),
  );
});

it('starts no further task after a failure, finishes the running ones, and delivers the results before it', async () => {
  const [begun, ended, taken]: number[][] = [[], [], []];
  const work = async (at: number) => {
    begun?.push(at);
    await ticks(at === 2 ? 1 : 10);
    if (at === 2) throw new Error('no');
    ended?.push(at);
    return at;
  };
  const run = runInOrder(
    20,
    3,
    work,
    (at) => taken?.push(at),
    () => false,
  );
  await expect(run).rejects.toThrow('no');
  expect([begun, ended, taken]).toEqual([
    [0, 1, 2, 3],
    [0, 1, 3],
    [0, 1],
  ]);
});

it('starts the first task alone and stops when requested', async () => {
  const begun: number[] = [];
  const work = async (at: number) => {
    begun.push(at);
    await ticks(1);
    return begun.length;
  };
  const only: number[] = [];
  await runInOrder(
    20,
    4,
    work,
    (seen, at) => at === 0 && only.push(seen),
    () => begun.length >= 5,
  );
  expect([begun, only]).toEqual([[0, 1, 2, 3, 4], [1]]);
});

it('delivers each result once even if one delivery fails', async () => {
  const taken: number[] = [];
  const run = runInOrder(
    6,
    3,
    async (at) => at,
    (at) => {
      taken.push(at);
      if (at === 1) throw new Error('full');
    },
    () => false,
  );
  await expect(run).rejects.toThrow('full');
  expect(taken).toEqual([...new Set(taken)]);
});

import { expect, test } from 'vitest';
import { isTimeToKeep } from './run-work.ts';

/** Keeps a run of so many questions and gives how many results were written in all, and how many new ones waited at most. */
function keep(questions: number, msEach: number): { written: number; share: number; waited: number } {
  let [stored, at, written, share, waited] = [0, 0, 0, 0, 0];
  for (let done = 1; done <= questions; done += 1) {
    const fresh = done - stored;
    [share, waited] = [Math.max(share, done > 250 ? fresh / done : 0), Math.max(waited, done * msEach - at)];
    if (!isTimeToKeep(done, fresh, done * msEach - at)) continue;
    [stored, at, written] = [done, done * msEach, written + done];
  }
  return { written, share, waited };
}

test('a long run writes its results some times over, and no more than a tenth of them waits', () => {
  const { written, share } = keep(5_000, 1);
  expect(written).toBeLessThan(15 * 5_000);
  expect(share).toBeLessThan(0.11);
});

test('a slow run keeps what took half a minute', () => {
  expect(keep(5_000, 2_000).waited).toBeLessThanOrEqual(30_000);
  expect(keep(10, 60_000).waited).toBeLessThanOrEqual(60_000);
});

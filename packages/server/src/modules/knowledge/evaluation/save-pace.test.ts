import { expect, test } from 'vitest';
import { isTimeToSave } from './run-work.ts';

/** Simulates saving a run. Returns the total of written results and the maximum share and time of unsaved ones. */
function simulateRun(questions: number, msEach: number): { written: number; share: number; waited: number } {
  let [stored, at, written, share, waited] = [0, 0, 0, 0, 0];
  for (let done = 1; done <= questions; done += 1) {
    const unsaved = done - stored;
    [share, waited] = [Math.max(share, done > 250 ? unsaved / done : 0), Math.max(waited, done * msEach - at)];
    if (!isTimeToSave(done, unsaved, done * msEach - at)) continue;
    [stored, at, written] = [done, done * msEach, written + done];
  }
  return { written, share, waited };
}

test('isTimeToSave limits rewrites in a long run and leaves at most a tenth of the results unsaved', () => {
  const { written, share } = simulateRun(5_000, 1);
  expect(written).toBeLessThan(15 * 5_000);
  expect(share).toBeLessThan(0.11);
});

test('isTimeToSave saves every half minute in a slow run', () => {
  expect(simulateRun(5_000, 2_000).waited).toBeLessThanOrEqual(30_000);
  expect(simulateRun(10, 60_000).waited).toBeLessThanOrEqual(60_000);
});

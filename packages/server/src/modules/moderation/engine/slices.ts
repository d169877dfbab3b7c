import { setImmediate as afterOthers } from 'node:timers/promises';

/** Work that can stop between any two of its steps; a step takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does steps for `sliceMs` at a time and lets the event loop run between the slices. */
export async function runInSlices<Result>(steps: Steps<Result>, sliceMs = 10): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await afterOthers();
  }
}

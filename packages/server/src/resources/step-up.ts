import { Fault } from '@gantry/core';
import type { Caller } from '../context.ts';

/** How long a password or one-time code given again counts, in ms. */
const lasts = 5 * 60_000;

/** For a call that only then turns out to need it: a bulk call of an action that does. */
export function assertRecentStepUp(caller: Caller, now: number): void {
  const { stepUpAt } = caller;
  if (stepUpAt === null || now - stepUpAt > lasts) throw new Fault('stepUpNeeded');
}

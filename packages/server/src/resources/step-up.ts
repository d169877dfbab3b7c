import { Fault } from '@gantry/core';
import { type Caller, hasFreshProof } from '../caller.ts';

/** For a call that only then turns out to need it: a bulk call of an action that does. */
export function assertRecentStepUp(caller: Caller, now: number): void {
  if (!hasFreshProof(caller, now)) throw new Fault('stepUpNeeded');
}

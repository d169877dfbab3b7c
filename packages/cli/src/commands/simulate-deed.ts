import { randomInt } from 'node:crypto';
import type { ServiceCallName } from '@gantry/core';

/** A call that the simulated platform makes. */
export interface Deed {
  readonly name: ServiceCallName;
  run(): Promise<unknown>;
}

export const deed = (name: ServiceCallName, run: () => Promise<unknown>): Deed => ({ name, run });

/** One of some, each as likely. */
export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

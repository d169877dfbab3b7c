import { randomInt } from 'node:crypto';
import type { ServiceCallName } from '@gantry/core';

/** A call that the simulated platform makes. */
export interface SimulatedCall {
  readonly name: ServiceCallName;
  run(): Promise<unknown>;
}

export const createSimulatedCall = (name: ServiceCallName, run: () => Promise<unknown>): SimulatedCall => ({
  name,
  run,
});

/** One of some, each as likely. */
export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

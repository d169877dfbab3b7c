import { randomInt } from 'node:crypto';
import type { ServiceCallName } from '@gantry/core';

/** A call that the simulated platform makes. */
export interface SimulatedCall {
  readonly name: ServiceCallName;
  run(): Promise<unknown>;
}

/** A kind of call, and how often it is made compared with the others. */
export interface WeightedCall {
  readonly weight: number;
  create(): SimulatedCall;
}

export const createSimulatedCall = (name: ServiceCallName, run: () => Promise<unknown>): SimulatedCall => ({
  name,
  run,
});

/** A random element of a list, each with the same probability. */
export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

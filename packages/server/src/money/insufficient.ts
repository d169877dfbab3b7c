import { Fault } from '@gantry/core';

/** A refusal that says what there is and what was asked for. */
export function insufficient(available: number, asked: number): Fault {
  return new Fault('insufficient', { data: { available, asked } });
}

/** Amounts are whole and positive when they come here: the doors check what people and services send. */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`not an amount of points: ${amount}`);
}

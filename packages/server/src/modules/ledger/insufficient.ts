import { ApiError } from '@gantry/core';

/** A refusal that says what there is and what was asked for. */
export function createInsufficientError(available: number, requested: number): ApiError {
  return new ApiError('insufficient', { data: { available, requested } });
}

/** Amounts are whole and positive when they come here: the doors check what people and services send. */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`not an amount of points: ${amount}`);
}

interface RetryPolicyOptions {
  /** The pause after the first failed attempt, in ms. */
  readonly firstMs: number;
  /** Each further pause is this many times the previous one. */
  readonly factor: number;
  readonly maxMs: number;
}

/** Returns the pause after a number of failed attempts, in ms; the first attempt counts as 1. */
export type RetryPolicy = (attempts: number) => number;

/** Maximum exponent: any policy has reached its longest pause by then, and the power remains finite. */
const maxGrowth = 30;

/** Creates the policy by which failed work is retried: each pause is `factor` times the previous one, up to a maximum. */
export function createRetryPolicy({ firstMs, factor, maxMs }: RetryPolicyOptions): RetryPolicy {
  return (attempts) => Math.min(maxMs, firstMs * factor ** Math.min(Math.max(0, attempts - 1), maxGrowth));
}

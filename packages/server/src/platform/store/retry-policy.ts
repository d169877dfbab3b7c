interface RetryPolicyOptions {
  /** The pause after the first failed attempt, in ms. */
  readonly firstMs: number;
  /** How much longer each further pause is. */
  readonly factor: number;
  readonly maxMs: number;
}

/** Gives the pause after so many failed attempts, in ms; the first attempt counts as 1. */
export type RetryPolicy = (attempts: number) => number;

/** Attempts whose growth counts: beyond, the longest pause is reached by any policy, and the power stays a number. */
const maxGrowth = 30;

/** Everything that is tried again waits by a policy of this kind: each pause is `factor` times the one before, up to a maximum. */
export function createRetryPolicy({ firstMs, factor, maxMs }: RetryPolicyOptions): RetryPolicy {
  return (attempts) => Math.min(maxMs, firstMs * factor ** Math.min(Math.max(0, attempts - 1), maxGrowth));
}

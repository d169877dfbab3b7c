/** The share of a price that a user is charged. */
export interface UseRate {
  /** Ten-thousandths of the price. */
  readonly rateMultiplier: number;
  /** What any use costs at least, in credits; a price below it is its own floor. */
  readonly leastCharge: number;
}

/** The price itself. */
export const fullPrice: UseRate = { rateMultiplier: 10_000, leastCharge: 1 };

const full = 10_000n;

/** A price at a rate, in whole credits: rounded up once, and never below the floor. What is free stays so. */
export function computeCharge({ rateMultiplier, leastCharge }: UseRate, price: number): number {
  if (price === 0) return 0;
  const charged = Number((BigInt(price) * BigInt(rateMultiplier) + full - 1n) / full);
  return Math.max(charged, Math.min(price, Math.max(1, leastCharge)));
}

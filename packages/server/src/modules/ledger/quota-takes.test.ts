import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCharge, fullPrice, type UseRate } from './quota-takes.ts';

const price = fc.integer({ min: 0, max: 1_000_000_000 });
const rates: fc.Arbitrary<UseRate> = fc.record({
  rateMultiplier: fc.integer({ min: 1, max: 20_000 }),
  leastCharge: fc.integer({ min: 0, max: 1_000_000 }),
});

describe('computeCharge', () => {
  it.each([
    [8000, 1, 100, 80],
    [8000, 1, 1, 1],
    [8000, 1, 7, 6],
    [3333, 1, 3, 1],
    [5000, 30, 40, 30],
    [5000, 30, 20, 20],
    [12_000, 1, 100, 120],
    [1, 1, 0, 0],
  ])(
    'at a rate of %i ten-thousandths and a minimum of %i turns a price of %i into %i',
    (rateMultiplier, leastCharge, of, expected) => {
      expect(computeCharge({ rateMultiplier, leastCharge }, of)).toBe(expected);
    },
  );

  it('returns an integer that is at least the minimum charge and at most rounded up from the exact price', () => {
    fc.assert(
      fc.property(rates, price, (rate, of) => {
        const charged = computeCharge(rate, of);
        expect(Number.isSafeInteger(charged)).toBe(true);
        if (of === 0) expect(charged).toBe(0);
        const floor = Math.min(of, Math.max(1, rate.leastCharge));
        expect(charged).toBeGreaterThanOrEqual(floor);
        const exact = BigInt(of) * BigInt(rate.rateMultiplier);
        expect(BigInt(charged) * 10_000n).toBeGreaterThanOrEqual(exact);
        if (charged > floor) expect(BigInt(charged) * 10_000n - exact).toBeLessThan(10_000n);
      }),
    );
  });

  it('never falls when the price rises and returns the price at the full rate', () => {
    fc.assert(
      fc.property(rates, price, fc.integer({ min: 0, max: 1000 }), (rate, of, more) => {
        expect(computeCharge(rate, of + more)).toBeGreaterThanOrEqual(computeCharge(rate, of));
        expect(computeCharge({ ...rate, rateMultiplier: 10_000 }, of)).toBe(of);
        expect(computeCharge(fullPrice, of)).toBe(of);
      }),
    );
  });
});

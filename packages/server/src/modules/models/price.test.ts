import { ApiError } from '@gantry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingModes, computeAmount, type Price, scaleCredits, type Use } from './price.ts';

const price: Price = {
  billingMode: 'perToken',
  asset: 'compute',
  priceUnit: 30,
  priceIn: 2,
  priceOut: 8,
  thinkBps: 15_000,
  minCharge: 1,
};
const use: Use = { promptTokens: 0, completionTokens: 0, units: null, think: false };
const tokens = (promptTokens: number, completionTokens = 0, think = false) => ({
  ...use,
  promptTokens,
  completionTokens,
  think,
});

const credits = fc.integer({ min: 0, max: 10_000_000 });
const prices: fc.Arbitrary<Price> = fc.record({
  billingMode: fc.constantFrom(...billingModes),
  asset: fc.constantFrom('coin' as const, 'compute' as const),
  priceUnit: credits,
  priceIn: credits,
  priceOut: credits,
  thinkBps: fc.integer({ min: 1, max: 1_000_000 }),
  minCharge: credits,
});
const uses: fc.Arbitrary<Use> = fc.record({
  promptTokens: fc.integer({ min: 0, max: 2_000_000 }),
  completionTokens: fc.integer({ min: 0, max: 2_000_000 }),
  units: fc.option(fc.integer({ min: 0, max: 10_000 })),
  think: fc.boolean(),
});

/** Returns the price, or null for one above the maximum. */
function amount(of: Price, given: Use): number | null {
  try {
    return computeAmount(of, given, { locale: 'en-US', field: 'use' });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

describe('computeAmount', () => {
  it.each([
    ['a thousand tokens in', price, tokens(1000), 2],
    ['both directions, rounded up once', price, tokens(1, 1), 1],
    ['just over a point', price, tokens(500, 1), 2],
    ['exactly a point', price, tokens(500), 1],
    ['a thinking call', price, tokens(1000, 1000, true), 15],
    ['nothing used', price, use, 0],
    ['a tiny use at the least charge', { ...price, minCharge: 5 }, tokens(1), 5],
    ['a call', { ...price, billingMode: 'perCall' }, use, 30],
    ['no call', { ...price, billingMode: 'perCall' }, { ...use, units: 0 }, 0],
    ['three images', { ...price, billingMode: 'perImage' }, { ...use, units: 3 }, 90],
    ['no page named', { ...price, billingMode: 'perPage' }, tokens(1000), 0],
    ['what is free', { ...price, billingMode: 'free', minCharge: 9 }, tokens(1000), 0],
  ] as [string, Price, Use, number][])('%s', (_what, of, given, expected) => {
    expect(computeAmount(of, given, { locale: 'en-US', field: 'use' })).toBe(expected);
  });

  it('returns a whole number of credits, never negative and never below the minimum charge', () => {
    fc.assert(
      fc.property(prices, uses, (of, given) => {
        const found = amount(of, given);
        if (found === null) return;
        expect(Number.isSafeInteger(found) && found >= 0).toBe(true);
        if (found > 0) expect(found).toBeGreaterThanOrEqual(of.minCharge);
        if (of.billingMode === 'free') expect(found).toBe(0);
      }),
    );
  });

  it('never falls when usage grows, and exceeds the exact price by less than one credit', () => {
    fc.assert(
      fc.property(prices, uses, fc.integer({ min: 0, max: 100_000 }), (of, given, more) => {
        const less = amount(of, given);
        const greater = amount(of, { ...given, promptTokens: given.promptTokens + more });
        if (less !== null && greater !== null) expect(greater).toBeGreaterThanOrEqual(less);
        if (less === null || of.billingMode !== 'perToken' || given.think || less === of.minCharge) return;
        const exact =
          BigInt(of.priceIn) * BigInt(given.promptTokens) + BigInt(of.priceOut) * BigInt(given.completionTokens);
        expect(BigInt(less) * 1000n - exact).toBeLessThan(1000n);
        expect(BigInt(less) * 1000n).toBeGreaterThanOrEqual(exact);
      }),
    );
  });

  it('costs no more for combined usage than for the parts', () => {
    fc.assert(
      fc.property(prices, uses, uses, (of, one, other) => {
        const same = { ...other, think: one.think };
        const both: Use = {
          promptTokens: one.promptTokens + same.promptTokens,
          completionTokens: one.completionTokens + same.completionTokens,
          units: one.units === null || same.units === null ? one.units : one.units + same.units,
          think: one.think,
        };
        if (one.units === null || same.units === null) return;
        const [a, b, sum] = [amount(of, one), amount(of, same), amount(of, both)];
        if (a !== null && b !== null && sum !== null) expect(sum).toBeLessThanOrEqual(a + b);
      }),
    );
  });

  it('rejects usage above the maximum price', () => {
    expect(amount({ ...price, priceIn: 10_000_000 }, tokens(1_000_000_000))).toBeNull();
  });
});

describe('scaleCredits', () => {
  it.each([
    [100, 12_000, 120],
    [1, 14_999, 1],
    [1, 15_000, 2],
    [3, 1, 1],
    [0, 20_000, 0],
  ])('%i times %i ten-thousandths is %i', (credits_, factor, expected) => {
    expect(scaleCredits(credits_, factor)).toBe(expected);
  });
});

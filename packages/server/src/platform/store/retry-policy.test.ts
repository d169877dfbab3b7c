import { describe, expect, it } from 'vitest';
import { createRetryPolicy } from './retry-policy.ts';

describe('a retry policy', () => {
  const pauseAfter = createRetryPolicy({ firstMs: 10_000, factor: 4, maxMs: 3_600_000 });

  it('waits longer after each attempt, up to its maximum', () => {
    expect([1, 2, 3, 4, 5, 6].map(pauseAfter)).toEqual([10_000, 40_000, 160_000, 640_000, 2_560_000, 3_600_000]);
    expect(pauseAfter(1_000)).toBe(3_600_000);
  });

  it('treats zero attempts as the first', () => {
    expect(pauseAfter(0)).toBe(10_000);
  });
});

import { describe, expect, it } from 'vitest';
import { daysBeyondMonths, monthlyPeriodsOf, type PlanDuration, thirtiethsOfPlan } from './plan-periods.ts';

const of = (durationValue: number, durationUnit: PlanDuration['durationUnit']) => ({ durationValue, durationUnit });

describe('monthlyPeriodsOf', () => {
  it.each([
    [of(1, 'day'), 1, -29],
    [of(29, 'day'), 1, -1],
    [of(30, 'day'), 1, 0],
    [of(45, 'day'), 1, 15],
    [of(60, 'day'), 2, 0],
    [of(365, 'day'), 12, 5],
    [of(3, 'month'), 3, 0],
    [of(2, 'year'), 24, 0],
    [of(1, 'forever'), null, 0],
  ])('returns the periods of %o and the remaining days', (plan, periods, beyond) => {
    expect(monthlyPeriodsOf(plan)).toBe(periods);
    expect(thirtiethsOfPlan(plan)).toBe(periods === null ? null : periods * 30);
    expect(daysBeyondMonths(plan)).toBe(beyond);
  });
});

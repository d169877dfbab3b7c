/** The duration of a plan. */
export interface PlanDuration {
  readonly durationUnit: 'day' | 'month' | 'year' | 'forever';
  readonly durationValue: number;
}

/** Days of a month in plans that are sold by days. */
const monthDays = 30;

/**
 * Returns the number of monthly quota periods of one purchase; null for unlimited. For plans sold by days, it is rounded and at
 * least 1.
 */
export function monthlyPeriodsOf({ durationUnit, durationValue }: PlanDuration): number | null {
  if (durationUnit === 'forever') return null;
  if (durationUnit === 'day') return Math.max(1, Math.floor(durationValue / monthDays));
  return durationUnit === 'year' ? durationValue * 12 : durationValue;
}

/** Returns the duration in thirtieths of a month, for terms that are given in days instead of the plan's duration. */
export function thirtiethsOfPlan(plan: PlanDuration): number | null {
  const periods = monthlyPeriodsOf(plan);
  return periods === null ? null : periods * monthDays;
}

/**
 * Returns the days beyond the monthly periods of a plan that is sold by days; negative when the plan is shorter than one period.
 */
export const daysBeyondMonths = ({ durationUnit, durationValue }: PlanDuration): number =>
  durationUnit === 'day' ? durationValue - Math.max(1, Math.floor(durationValue / monthDays)) * monthDays : 0;

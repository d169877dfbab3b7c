/** How long a plan lasts, as its record says. */
export interface PlanDuration {
  readonly durationUnit: 'day' | 'month' | 'year' | 'forever';
  readonly durationValue: number;
}

/** Days of a month in a plan that is sold by days. */
const monthDays = 30;

/** How many monthly quota periods one purchase of a plan pays for; null for no limit. A plan sold by days pays for whole ones, and for one at least. */
export function monthlyPeriodsOf({ durationUnit, durationValue }: PlanDuration): number | null {
  if (durationUnit === 'forever') return null;
  if (durationUnit === 'day') return Math.max(1, Math.floor(durationValue / monthDays));
  return durationUnit === 'year' ? durationValue * 12 : durationValue;
}

/** The same in thirtieths, as days in place of a plan's own duration are counted. */
export function thirtiethsOfPlan(plan: PlanDuration): number | null {
  const periods = monthlyPeriodsOf(plan);
  return periods === null ? null : periods * monthDays;
}

/** The days of a plan sold by days that its monthly periods do not fill; they are negative where the plan is shorter than one. */
export const daysBeyondMonths = ({ durationUnit, durationValue }: PlanDuration): number =>
  durationUnit === 'day' ? durationValue - Math.max(1, Math.floor(durationValue / monthDays)) * monthDays : 0;

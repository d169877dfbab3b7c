import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';

/** A plan whose time is months of the calendar, when it is not given for days. */
export const isMonthly = ({ durationUnit }: PlanSnapshot, days?: number | null): boolean =>
  typeof days !== 'number' && (durationUnit === 'month' || durationUnit === 'year');

/**
 * How long a grant lasts from a moment on, in ms; null for ever. Months are those of the calendar, so that it takes a moment to
 * tell, and the anchor from which they are counted.
 */
export function computeGrantedTime(
  { calendar }: Pick<MembershipRules, 'calendar'>,
  {
    plan,
    quantity = 1,
    days,
  }: { readonly plan: PlanSnapshot; readonly quantity?: number; readonly days?: number | null },
  from: number,
  anchor: number | null,
): number | null {
  if (typeof days === 'number') return calendar.add(from, days * quantity, 'day') - from;
  if (plan.durationUnit === 'forever') return null;
  return calendar.add(from, plan.durationValue * quantity, plan.durationUnit, anchor) - from;
}

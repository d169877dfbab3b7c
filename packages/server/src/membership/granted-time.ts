import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';

/**
 * How long a grant lasts from a moment on, in ms; null for ever. Months are those of the calendar, so that it takes a moment to
 * tell.
 */
export function grantedTime(
  { calendar }: Pick<MembershipRules, 'calendar'>,
  {
    plan,
    quantity = 1,
    days,
  }: { readonly plan: PlanSnapshot; readonly quantity?: number; readonly days?: number | null },
  from: number,
): number | null {
  if (typeof days === 'number') return calendar.add(from, days * quantity, 'day') - from;
  if (plan.durationUnit === 'forever') return null;
  return calendar.add(from, plan.durationValue * quantity, plan.durationUnit) - from;
}

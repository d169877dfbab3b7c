import type { MoneyScope } from '../money/posting.ts';
import { type Membership, standingOf } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { saveMemberships } from './save-memberships.ts';
import { elapsed } from './timeline.ts';

/** The memberships of somebody, who is locked, brought up to now: what is over has ended, what waited has begun. */
export async function broughtUpToNow(
  scope: MoneyScope,
  rules: MembershipRules,
  userId: number,
): Promise<readonly Membership[]> {
  const before = await standingOf(scope, userId);
  const after = elapsed(before, scope.at, rules.graceMs);
  if (after.every((one, index) => one === before[index])) return before;
  const change = { cause: 'time', operator: { kind: 'system', id: null }, reason: null } as const;
  return saveMemberships(scope, rules, before, after, change);
}

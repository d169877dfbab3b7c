import type { MoneyScope } from '../money/posting.ts';
import type { QuotaCover } from '../money/quota-takes.ts';
import { type Membership, standingOf } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { broughtUpToNow } from './pass-time.ts';
import { quotaStates, takeQuota } from './quota-buckets.ts';
import { elapsed } from './timeline.ts';

/** Lets the membership that is active now pay for use before credits do. */
export function createQuotaCover(rules: MembershipRules): QuotaCover {
  return {
    async take(scope, userId, capability, amount) {
      const active = activeOf(await broughtUpToNow(scope, rules, userId));
      return active ? takeQuota(scope, rules, active, capability, amount) : [];
    },
  };
}

/** What the membership of somebody covers of a capability now, in points. Nothing is written. */
export async function coveredNow(
  scope: MoneyScope,
  rules: MembershipRules,
  userId: number,
  capability: string,
): Promise<number> {
  const active = activeOf(elapsed(await standingOf(scope, userId), scope.at, rules.graceMs));
  const states = active ? await quotaStates(scope, rules, active) : [];
  return states
    .filter((quota) => quota.capability === capability)
    .reduce((sum, { granted, used }) => sum + granted - used, 0);
}

const activeOf = (memberships: readonly Membership[]) => memberships.find(({ status }) => status === 'active');

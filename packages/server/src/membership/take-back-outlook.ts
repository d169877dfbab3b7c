import type { QuotaOutlook } from '@gantry/core';
import type { Reader } from '../store/database.ts';
import type { MembershipRules } from './membership-rules.ts';
import { groupOf, isSameQuota, type PlanQuota } from './plan-quotas.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { quotaStates } from './quota-buckets.ts';
import { addsTotals, grantedUnder, membershipUnder, type TakeBack, timeTaken } from './take-back.ts';

/** What taking a share of a grant back would come to. */
export interface TakeBackOutlook {
  /** Null for ever. */
  readonly takenMs: number | null;
  /** Nothing of the membership would be left. */
  readonly ends: boolean;
  /** When it would end then; UTC ms, null for ever or for one that waits. */
  readonly endAt: number | null;
  readonly quotas: readonly QuotaOutlook[];
}

/**
 * What `takeBackPlan` and then `takeBackTotals` would do, by the same reckoning; nothing is written. Null when nothing was granted
 * under this key.
 */
export async function takeBackOutlook(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  { key, plan, ...share }: Pick<TakeBack, 'key' | 'bps' | 'isLast'> & { readonly plan: PlanSnapshot },
  lessOf: (amount: number) => number,
): Promise<TakeBackOutlook | null> {
  const granted = await grantedUnder(read, key);
  if (!granted) return null;
  const membership = await membershipUnder(read, granted);
  const { taken, ends, endAt } = timeTaken(granted, membership, share, read.at);
  const isOver = membership.status === 'revoked' || membership.status === 'expired';
  if (isOver) return { takenMs: taken, ends: false, endAt: membership.endAt, quotas: [] };
  const isLess = addsTotals(plan, rules);
  const added = (of: PlanQuota) => plan.quotas.find((quota) => isSameQuota(quota, of))?.amount ?? 0;
  const quotas = (await quotaStates(read, rules, membership)).map((quota) => {
    const { capability, period, granted: has, used } = quota;
    const less = period === 'total' && isLess ? Math.min(has - used, lessOf(added(quota))) : 0;
    const takenBack = ends ? has - used : less;
    const modelGroup = groupOf(quota) || null;
    return { capability, period, modelGroup, granted: has, used, takenBack, left: has - used - takenBack };
  });
  return { takenMs: taken, ends, endAt, quotas };
}

import type { QuotaPreview } from '@gantry/core';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import type { Membership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { getModelGroupOrDefault, isSameQuota, type PlanQuota } from './quotas/plan-quotas.ts';
import { bucketsAmong, deriveQuotaStates, listBuckets } from './quotas/quota-buckets.ts';
import { amountPaid, type PaidPeriods } from './quotas/quota-periods.ts';
import {
  computeTimeTaken,
  findGrantedTime,
  getGrantedMembership,
  isAdditive,
  type TakeBack,
  withoutPaid,
} from './take-back.ts';

/** What taking a share of a grant back would come to. */
export interface ReclaimPreview {
  /** Null forever. */
  readonly takenMs: number | null;
  /** Nothing of the membership would be left. */
  readonly ends: boolean;
  /** When it would end then; UTC ms, null forever or for one that waits. */
  readonly endAt: number | null;
  readonly quotas: readonly QuotaPreview[];
}

/**
 * What `takeBackPlan` and then `takeBackTotals` would do, by the same reckoning; nothing is written. Null when nothing was granted
 * under this key.
 */
export async function previewReclaim(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  { key, plan, ...share }: Pick<TakeBack, 'key' | 'bps' | 'isLast'> & { readonly plan: PlanSnapshot },
  lessOf: (amount: number) => number,
): Promise<ReclaimPreview | null> {
  const granted = await findGrantedTime(read, key);
  if (!granted) return null;
  const membership = await getGrantedMembership(read, granted);
  const { taken, ends, endAt } = computeTimeTaken(granted, membership, share, read.at);
  const isOver = membership.status === 'revoked' || membership.status === 'expired';
  if (isOver) return { takenMs: taken, ends: false, endAt: membership.endAt, quotas: [] };
  const isLess = isAdditive(plan, rules);
  const added = (of: PlanQuota) => plan.quotas.find((quota) => isSameQuota(quota, of))?.amount ?? 0;
  const buckets = await listBuckets(read.tx, [membership.id]);
  const then = deriveQuotaStates(buckets, rules, withoutPaid(membership, granted, taken), read.at);
  const quotas = deriveQuotaStates(buckets, rules, membership, read.at).map((quota, index) => {
    const { capability, period, granted: has, used } = quota;
    const lessTotal = isLess ? Math.min(has - used, lessOf(added(quota))) : 0;
    const less = period === 'total' ? lessTotal : has - (then[index]?.granted ?? has);
    const reclaimed = ends ? has - used : less;
    const modelGroup = getModelGroupOrDefault(quota) || null;
    return { capability, period, modelGroup, granted: has, used, reclaimed, left: has - used - reclaimed };
  });
  return { takenMs: taken, ends, endAt, quotas };
}

/** Credits of quotas that a grant gave, and what of them is left. */
export interface GrantedQuota {
  readonly granted: number;
  /** Neither used nor held, of as much as was given: what other grants gave to the same membership is used first. */
  readonly free: number;
}

/**
 * What of its quotas a grant gave, of those that can be counted: periods without a limit have no share of a price. Null when there
 * are none. Of a membership that is over nothing is left.
 * @param terms how many times it gave what is for a whole term
 */
async function quotaOf(
  tx: Reader,
  membership: Membership,
  { plan, paid, terms }: { readonly plan: PlanSnapshot; readonly paid: PaidPeriods; readonly terms: number },
): Promise<GrantedQuota | null> {
  const isOver = membership.status === 'expired' || membership.status === 'revoked';
  const buckets = await listBuckets(tx, [membership.id]);
  let [granted, free] = [0, 0];
  for (const quota of plan.quotas) {
    const given = quota.period === 'total' ? quota.amount * terms : amountPaid(paid, quota);
    if (given === null || given === 0) continue;
    granted += given;
    if (!isOver) free += Math.min(given, leftOfQuota(buckets, membership, quota));
  }
  return granted === 0 ? null : { granted, free };
}

/** Points of a quota that a membership has left in all periods that were paid for; what an admin restored is not among them. */
function leftOfQuota(buckets: readonly RowOf<'quota_buckets'>[], membership: Membership, quota: PlanQuota): number {
  const own = bucketsAmong(buckets, membership, quota);
  const used = own.reduce((sum, row) => sum + row.used, 0);
  const [total] = own;
  const { paidDays: days, paidThirtieths: thirtieths } = membership;
  const inAll =
    quota.period === 'total'
      ? total === undefined
        ? quota.amount
        : total.granted - total.restored
      : amountPaid({ days, thirtieths }, quota);
  return inAll === null ? Number.POSITIVE_INFINITY : Math.max(0, inAll - used);
}

/**
 * The credits of quotas that a grant under a key gave, and what of them is not used: used quota counts by its share of what the grant
 * gave, as spent credits do. Null when it gave none that can be counted.
 * @param terms how many times it gave what is for a whole term
 */
export async function quotaGiven(
  read: { readonly tx: Reader; readonly at: number },
  { key, plan, terms }: { readonly key: string; readonly plan: PlanSnapshot; readonly terms: number },
): Promise<GrantedQuota | null> {
  const granted = await findGrantedTime(read, key);
  if (!granted) return null;
  return quotaOf(read.tx, await getGrantedMembership(read, granted), { plan, paid: granted.paid, terms });
}

import type { QuotaPreview } from '@gantry/core';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import type { Membership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { getModelGroupOrDefault, isSameQuota, type PlanQuota } from './quotas/plan-quotas.ts';
import { deriveQuotaStates, filterBuckets, listBuckets } from './quotas/quota-buckets.ts';
import { getPaidAmount, type PaidPeriods } from './quotas/quota-periods.ts';
import {
  computeTimeTaken,
  findGrantedTime,
  getGrantedMembership,
  isAdditive,
  type ReclaimShare,
  removePaid,
} from './reclaim-membership.ts';

/** The effect of reclaiming a share of a grant. */
export interface ReclaimPreview {
  /** Reclaimed time in ms; null for a lifetime grant. */
  readonly takenMs: number | null;
  /** Whether the membership would end. */
  readonly ends: boolean;
  /** The new end, UTC ms; null for a lifetime membership or without an end date. */
  readonly endAt: number | null;
  readonly quotas: readonly QuotaPreview[];
}

/**
 * Computes what `planReclaim` followed by `sumReclaims` would do. Writes nothing. Returns null when no grant with this key
 * exists.
 */
export async function previewReclaim(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  { key, plan, ...share }: Pick<ReclaimShare, 'key' | 'bps' | 'isLast'> & { readonly plan: PlanSnapshot },
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
  const then = deriveQuotaStates(buckets, rules, removePaid(membership, granted, taken), read.at);
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

/** Quota credits of a grant and the part that is left. */
export interface GrantedQuota {
  readonly granted: number;
  /** Credits neither used nor held, at most `granted`. Quota of other grants to the same membership counts as used first. */
  readonly free: number;
}

/**
 * Sums the countable quota credits of a grant. Unlimited periods are not countable, because they have no share of the price.
 * Returns null when there are none. An ended membership has nothing left.
 * @param terms multiple of the whole-term quotas that was granted
 */
async function sumGrantedQuota(
  tx: Reader,
  membership: Membership,
  { plan, paid, terms }: { readonly plan: PlanSnapshot; readonly paid: PaidPeriods; readonly terms: number },
): Promise<GrantedQuota | null> {
  const isOver = membership.status === 'expired' || membership.status === 'revoked';
  const buckets = await listBuckets(tx, [membership.id]);
  let [granted, free] = [0, 0];
  for (const quota of plan.quotas) {
    const given = quota.period === 'total' ? quota.amount * terms : getPaidAmount(paid, quota);
    if (given === null || given === 0) continue;
    granted += given;
    if (!isOver) free += Math.min(given, getQuotaLeft(buckets, membership, quota));
  }
  return granted === 0 ? null : { granted, free };
}

/** Returns the credits of a quota left in all paid periods. Credits restored by an admin are excluded. */
function getQuotaLeft(buckets: readonly RowOf<'quota_buckets'>[], membership: Membership, quota: PlanQuota): number {
  const own = filterBuckets(buckets, membership, quota);
  const used = own.reduce((sum, row) => sum + row.used, 0);
  const [total] = own;
  const { paidDays: days, paidThirtieths: thirtieths } = membership;
  const inAll =
    quota.period === 'total'
      ? total === undefined
        ? quota.amount
        : total.granted - total.restored
      : getPaidAmount({ days, thirtieths }, quota);
  return inAll === null ? Number.POSITIVE_INFINITY : Math.max(0, inAll - used);
}

/**
 * Returns the quota credits of the grant with a key and the unused part. Used quota reduces a refund in proportion to what the
 * grant gave, as spent credits do. Returns null when the grant is unknown or has no countable quota.
 * @param terms multiple of the whole-term quotas that was granted
 */
export async function getGrantedQuota(
  read: { readonly tx: Reader; readonly at: number },
  { key, plan, terms }: { readonly key: string; readonly plan: PlanSnapshot; readonly terms: number },
): Promise<GrantedQuota | null> {
  const granted = await findGrantedTime(read, key);
  if (!granted) return null;
  return sumGrantedQuota(read.tx, await getGrantedMembership(read, granted), { plan, paid: granted.paid, terms });
}

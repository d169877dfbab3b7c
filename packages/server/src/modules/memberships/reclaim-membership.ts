import { ApiError } from '@gantry/core';
import type { Reader } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner, type Operator } from '../ledger/index.ts';
import { changeMembership, expireGrace } from './membership-moves.ts';
import { listMemberships, type Membership, saveMemberships, toMembership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { adjustBuckets, takeTotals } from './quotas/quota-buckets.ts';
import { addPaid, getPaidShare, type PaidPeriods } from './quotas/quota-periods.ts';
import { advanceTimeline, getRemaining, pauseQuotas, prolongMembership, replaceMembership } from './timeline.ts';

/** The time of a grant and what is left of it. Times in ms; null for lifetime. */
export interface GrantedTime {
  readonly membershipId: number;
  readonly userId: number;
  readonly grantedMs: number | null;
  /** Time that can be reclaimed: at most what was granted and at most what is left. */
  readonly leftMs: number | null;
  /** Quota periods that the grant paid for; null for no limit. */
  readonly paid: PaidPeriods;
}

export interface ReclaimShare {
  /** Key of the grant to reclaim from. */
  readonly key: string;
  /** The share to reclaim, in basis points of what was granted: 10000 is everything. */
  readonly bps: number;
  /** Whether this share completes a full refund. Default: true from 10000 basis points. */
  readonly isLast?: boolean;
  /** `refund` when money is returned, `reversal` for an unpaid gift. */
  readonly cause: 'refund' | 'reversal';
  readonly operator: Operator;
  readonly reason: string;
}

export interface TimeReclaimed {
  readonly membershipId: number;
  /** Reclaimed time in ms; null for a lifetime grant. */
  readonly takenMs: number | null;
  /** The part of the share that was already used, in ms. */
  readonly shortMs: number;
  readonly revoked: boolean;
}

/** Returns the time of a grant and what could be reclaimed now; null when no grant with this key exists. */
export async function findGrantedTime(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  key: string,
): Promise<GrantedTime | null> {
  const change = await tx
    .selectFrom('membership_changes')
    .select(['membership_id', 'user_id', 'granted_ms', 'paid_days', 'paid_thirtieths'])
    .where('grant_key', '=', key)
    .executeTakeFirst();
  if (!change) return null;
  const membership = await getGrantedMembership({ tx }, { membershipId: change.membership_id });
  const grantedMs = change.granted_ms;
  const isOver = membership.status === 'expired' || membership.status === 'revoked';
  const left = isOver ? 0 : getRemaining(membership, at);
  const leftMs = left === null ? grantedMs : Math.min(left, grantedMs ?? left);
  const count = (cell: unknown) => (cell === null ? null : Number(cell));
  const paid = { days: count(change.paid_days), thirtieths: count(change.paid_thirtieths) };
  return { membershipId: membership.id, userId: membership.userId, grantedMs, leftMs, paid };
}

/** Returns the membership that a grant created or was added to, in any state. */
export async function getGrantedMembership(
  { tx }: { readonly tx: Reader },
  { membershipId }: Pick<GrantedTime, 'membershipId'>,
): Promise<Membership> {
  const own = tx.selectFrom('user_memberships').selectAll().where('id', '=', membershipId);
  return toMembership(await own.executeTakeFirstOrThrow());
}

/** Computes the time that a share of a grant takes from a membership, whether the membership ends, and its new end. */
export function computeTimeTaken(
  granted: GrantedTime,
  one: Membership,
  share: Pick<ReclaimShare, 'bps' | 'isLast'>,
  at: number,
): { readonly taken: number | null; readonly ends: boolean; readonly endAt: number | null } {
  const { taken } = computeShare(granted, share);
  const left = getRemaining(one, at);
  const ends = taken !== 0 && (taken === null || (left !== null && left <= taken));
  if (taken === 0 || taken === null || left === null) return { taken, ends, endAt: one.endAt };
  return { taken, ends, endAt: one.status === 'active' ? at + left - taken : one.endAt && one.endAt - taken };
}

/**
 * Computes the reclaimable and the missing time of a share. A lifetime grant is reclaimed in full, and only with the last share.
 */
function computeShare(
  { grantedMs, leftMs }: GrantedTime,
  { bps, isLast = bps >= 10_000 }: Pick<ReclaimShare, 'bps' | 'isLast'>,
): { taken: number | null; shortMs: number } {
  if (grantedMs === null) return { taken: isLast && leftMs !== 0 ? null : 0, shortMs: 0 };
  const share = Math.floor((grantedMs * bps) / 10_000);
  const taken = Math.min(share, leftMs ?? share);
  return { taken, shortMs: share - taken };
}

/**
 * Reclaims time of a grant: moves the end of the membership earlier by the share and revokes a membership without remaining time.
 * A lifetime grant is reclaimed only with the last share. Returns null when no grant with this key exists.
 */
export async function planReclaim(
  scope: TxContext,
  rules: MembershipRules,
  { key, cause, operator, reason, ...share }: ReclaimShare,
): Promise<TimeReclaimed | null> {
  const known = await findGrantedTime(scope, key);
  if (known) await lockOwner(scope, known.userId);
  const granted = await findGrantedTime(scope, key);
  if (!granted) return null;
  const { membershipId, userId } = granted;
  const { taken, shortMs } = computeShare(granted, share);
  if (taken === 0) return { membershipId, takenMs: 0, shortMs, revoked: false };
  const change = { cause, operator, reason };
  const after = await changeMembership(scope, rules, { userId, id: membershipId }, change, (one) => {
    const { ends, endAt } = computeTimeTaken(granted, one, share, scope.at);
    const less = removePaid(one, granted, taken);
    if (taken === null || ends) return { ...less, status: 'revoked', reason, ...pauseQuotas(one, scope.at) };
    const left = getRemaining(one, scope.at);
    if (left === null) throw new ApiError('stateConflict', { data: { state: one.status } });
    return one.status === 'active' ? { ...less, endAt } : { ...less, remainingMs: left - taken, endAt };
  });
  if (after.status !== 'revoked') await adjustBuckets(scope, after);
  return { membershipId, takenMs: taken, shortMs, revoked: after.status === 'revoked' };
}

/** Returns the membership without the quota periods that belong to the reclaimed time. */
export function removePaid(one: Membership, { paid, grantedMs }: GrantedTime, taken: number | null): Membership {
  if (taken === null || grantedMs === null) return one;
  const { days, thirtieths } = getPaidShare(paid, taken, grantedMs);
  return addPaid(one, { days: -(days ?? 0), thirtieths: -(thirtieths ?? 0) });
}

/**
 * Returns time, with its quota periods, that was reclaimed for a refund that then failed. A membership that the refund had
 * revoked continues; used quota stays used. Returns false when the grant is unknown or the membership has expired in the
 * meantime.
 */
export async function returnTime(
  scope: TxContext,
  rules: MembershipRules,
  { key, returnKey, ms, operator, reason }: TimeReturn,
): Promise<boolean> {
  const granted = await findGrantedTime(scope, key);
  if (!granted) return false;
  const { userId, membershipId, paid, grantedMs } = granted;
  await lockOwner(scope, userId);
  const own = await getGrantedMembership(scope, granted);
  const before = await listMemberships(scope, userId);
  if (own.status === 'revoked') before.push(own);
  const held = advanceTimeline(before, scope.at, rules.graceMs);
  const one = held.find(({ id }) => id === membershipId);
  if (!one || one.status === 'expired') return false;
  const share = ms === null || grantedMs === null ? { days: 0, thirtieths: 0 } : getPaidShare(paid, ms, grantedMs);
  const longer: Membership =
    one.status === 'revoked'
      ? { ...one, status: 'scheduled', startAt: null, remainingMs: ms, reason }
      : prolongMembership(one, ms, scope.at);
  const back = addPaid(longer, share);
  const mark = { membershipId, key: returnKey, grantedMs: ms, paid: { ...share, terms: 0 } };
  const memberships = expireGrace(replaceMembership(held, one, back), back, scope.at);
  const after = await saveMemberships(scope, rules, before, memberships, { cause: 'grant', operator, reason }, mark);
  await adjustBuckets(scope, after.find(({ id }) => id === membershipId) ?? back);
  return true;
}

interface TimeReturn {
  /** The key of the grant. */
  readonly key: string;
  /** Natural key of the returned time, which is recorded once. */
  readonly returnKey: string;
  /** Null for lifetime. */
  readonly ms: number | null;
  readonly operator: Operator;
  readonly reason: string;
}

/** Whether a grant of the plan adds to the whole-term quotas. Under `reset` and `replace` it does not. */
export function isAdditive({ renewalPolicy }: PlanSnapshot, { renewal }: Pick<MembershipRules, 'renewal'>): boolean {
  const policy = renewalPolicy === 'inherit' ? renewal : renewalPolicy;
  return policy !== 'reset' && policy !== 'replace';
}

/**
 * Reduces the whole-term quotas by what a grant had added. Does nothing when the policy restarts quotas instead of adding to
 * them, or when the membership has ended.
 */
export async function sumReclaims(
  scope: TxContext,
  rules: MembershipRules,
  { key, plan }: { readonly key: string; readonly plan: PlanSnapshot },
  lessOf: (amount: number) => number,
): Promise<void> {
  const granted = await findGrantedTime(scope, key);
  if (!granted || !isAdditive(plan, rules)) return;
  await lockOwner(scope, granted.userId);
  const membership = await getGrantedMembership(scope, granted);
  if (membership.status === 'revoked' || membership.status === 'expired') return;
  await takeTotals(scope, rules, membership, plan.quotas, lessOf);
}

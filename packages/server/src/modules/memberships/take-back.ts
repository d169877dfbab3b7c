import { ApiError } from '@gantry/core';
import type { Reader } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner, type Operator } from '../ledger/index.ts';
import { changeMembership, withoutGrace } from './membership-moves.ts';
import { listMemberships, type Membership, saveMemberships, toMembership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { adjustBuckets, takeTotals } from './quotas/quota-buckets.ts';
import { addPaid, type PaidPeriods, shareOfPaid } from './quotas/quota-periods.ts';
import { advanceTimeline, getRemaining, prolongMembership, replaceMembership, stopped } from './timeline.ts';

/** What a grant gave and what is left of it. Times in ms; null forever. */
export interface GrantedTime {
  readonly membershipId: number;
  readonly userId: number;
  readonly grantedMs: number | null;
  /** What may be taken back: no more than was given, nor than is left. */
  readonly leftMs: number | null;
  /** The quota periods that it paid for; null for no limit. */
  readonly paid: PaidPeriods;
}

export interface TakeBack {
  /** The key under which it was granted. */
  readonly key: string;
  /** The share to take back, in hundredths of a percent of what was given: 10000 is all of it. */
  readonly bps: number;
  /** It is the last share: with it all of what was paid has gone back. */
  readonly isLast?: boolean;
  /** Money that goes back, or a gift that is taken back for which none was paid. */
  readonly cause: 'refund' | 'reversal';
  readonly operator: Operator;
  readonly reason: string;
}

export interface ReportedReversal {
  readonly membershipId: number;
  /** Null forever. */
  readonly takenMs: number | null;
  /** What had been used up of the share. */
  readonly shortMs: number;
  readonly revoked: boolean;
}

/** What a grant gave, and what of it could be taken back now; null when nothing was granted under this key. */
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

/** The membership that a grant was added to, or made. */
export async function getGrantedMembership(
  { tx }: { readonly tx: Reader },
  { membershipId }: Pick<GrantedTime, 'membershipId'>,
): Promise<Membership> {
  const own = tx.selectFrom('user_memberships').selectAll().where('id', '=', membershipId);
  return toMembership(await own.executeTakeFirstOrThrow());
}

/** What is taken of a membership for a share of a grant, whether anything is left then, and when it ends. */
export function computeTimeTaken(
  granted: GrantedTime,
  one: Membership,
  share: Pick<TakeBack, 'bps' | 'isLast'>,
  at: number,
): { readonly taken: number | null; readonly ends: boolean; readonly endAt: number | null } {
  const { taken } = shareOf(granted, share);
  const left = getRemaining(one, at);
  const ends = taken !== 0 && (taken === null || (left !== null && left <= taken));
  if (taken === 0 || taken === null || left === null) return { taken, ends, endAt: one.endAt };
  return { taken, ends, endAt: one.status === 'active' ? at + left - taken : one.endAt && one.endAt - taken };
}

/** What a share of a grant comes to, and what of it is left to take: one forever goes whole, and with the last share. */
function shareOf(
  { grantedMs, leftMs }: GrantedTime,
  { bps, isLast = bps >= 10_000 }: Pick<TakeBack, 'bps' | 'isLast'>,
): { taken: number | null; shortMs: number } {
  if (grantedMs === null) return { taken: isLast && leftMs !== 0 ? null : 0, shortMs: 0 };
  const share = Math.floor((grantedMs * bps) / 10_000);
  const taken = Math.min(share, leftMs ?? share);
  return { taken, shortMs: share - taken };
}

/**
 * Takes time back that was granted under a key: the end comes nearer by that share, and a membership of which nothing is left is
 * revoked. One forever goes with the last share alone. Null when nothing was granted under this key.
 */
export async function planReclaim(
  scope: TxContext,
  rules: MembershipRules,
  { key, cause, operator, reason, ...share }: TakeBack,
): Promise<ReportedReversal | null> {
  const known = await findGrantedTime(scope, key);
  if (known) await lockOwner(scope, known.userId);
  const granted = await findGrantedTime(scope, key);
  if (!granted) return null;
  const { membershipId, userId } = granted;
  const { taken, shortMs } = shareOf(granted, share);
  if (taken === 0) return { membershipId, takenMs: 0, shortMs, revoked: false };
  const change = { cause, operator, reason };
  const after = await changeMembership(scope, rules, { userId, id: membershipId }, change, (one) => {
    const { ends, endAt } = computeTimeTaken(granted, one, share, scope.at);
    const less = withoutPaid(one, granted, taken);
    if (taken === null || ends) return { ...less, status: 'revoked', reason, ...stopped(one, scope.at) };
    const left = getRemaining(one, scope.at);
    if (left === null) throw new ApiError('stateConflict', { data: { state: one.status } });
    return one.status === 'active' ? { ...less, endAt } : { ...less, remainingMs: left - taken, endAt };
  });
  if (after.status !== 'revoked') await adjustBuckets(scope, after);
  return { membershipId, takenMs: taken, shortMs, revoked: after.status === 'revoked' };
}

/** A membership without the periods that go with so much of the time of a grant. */
export function withoutPaid(one: Membership, { paid, grantedMs }: GrantedTime, taken: number | null): Membership {
  if (taken === null || grantedMs === null) return one;
  const { days, thirtieths } = shareOfPaid(paid, taken, grantedMs);
  return addPaid(one, { days: -(days ?? 0), thirtieths: -(thirtieths ?? 0) });
}

/**
 * Gives time back that was taken of a grant for a refund that is not made after all, with its periods. A membership that had ended
 * with it continues as it was: what was used of its quotas stays used. False when it is over by now, so that there is nothing to
 * continue.
 */
export async function returnTime(
  scope: TxContext,
  rules: MembershipRules,
  { key, returnKey, ms, operator, reason }: Returned,
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
  const share = ms === null || grantedMs === null ? { days: 0, thirtieths: 0 } : shareOfPaid(paid, ms, grantedMs);
  const longer: Membership =
    one.status === 'revoked'
      ? { ...one, status: 'scheduled', startAt: null, remainingMs: ms, reason }
      : prolongMembership(one, ms, scope.at);
  const back = addPaid(longer, share);
  const mark = { membershipId, key: returnKey, grantedMs: ms, paid: { ...share, terms: 0 } };
  const memberships = withoutGrace(replaceMembership(held, one, back), back, scope.at);
  const after = await saveMemberships(scope, rules, before, memberships, { cause: 'grant', operator, reason }, mark);
  await adjustBuckets(scope, after.find(({ id }) => id === membershipId) ?? back);
  return true;
}

interface Returned {
  /** The key of the grant. */
  readonly key: string;
  /** The key of what is given back, once. */
  readonly returnKey: string;
  /** Null for a lifetime. */
  readonly ms: number | null;
  readonly operator: Operator;
  readonly reason: string;
}

/** Whether a grant of a plan adds to what is for a whole term; a policy that starts again does not. */
export function isAdditive({ renewalPolicy }: PlanSnapshot, { renewal }: Pick<MembershipRules, 'renewal'>): boolean {
  const policy = renewalPolicy === 'inherit' ? renewal : renewalPolicy;
  return policy !== 'reset' && policy !== 'replace';
}

/**
 * Takes of the quotas for a whole term what a grant under a key had added to them. A policy that starts again had added none, and of
 * a membership that is over there is nothing to take.
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

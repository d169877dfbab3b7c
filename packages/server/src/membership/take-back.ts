import { Fault } from '@gantry/core';
import type { MoneyScope, Operator } from '../money/posting.ts';
import { lockOwner } from '../money/wallet.ts';
import type { Reader } from '../store/database.ts';
import { changeMembership } from './change-membership.ts';
import { type Membership, membershipOf } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { takeTotals } from './quota-buckets.ts';
import { leftOf } from './timeline.ts';

/** What a grant gave and what is left of it. Times in ms; null for ever. */
export interface GrantedTime {
  readonly membershipId: number;
  readonly userId: number;
  readonly grantedMs: number | null;
  /** What may be taken back: no more than was given, nor than is left. */
  readonly leftMs: number | null;
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

export interface TakenBack {
  readonly membershipId: number;
  /** Null for ever. */
  readonly takenMs: number | null;
  /** What had been used up of the share. */
  readonly shortMs: number;
  readonly revoked: boolean;
}

/** What a grant gave, and what of it could be taken back now; null when nothing was granted under this key. */
export async function grantedUnder(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  key: string,
): Promise<GrantedTime | null> {
  const change = await tx
    .selectFrom('membership_changes')
    .select(['membership_id', 'user_id', 'granted_ms'])
    .where('grant_key', '=', key)
    .executeTakeFirst();
  if (!change) return null;
  const membership = await membershipUnder({ tx }, { membershipId: Number(change.membership_id) });
  const grantedMs = change.granted_ms === null ? null : Number(change.granted_ms);
  const isOver = membership.status === 'expired' || membership.status === 'revoked';
  const left = isOver ? 0 : leftOf(membership, at);
  const leftMs = left === null ? grantedMs : Math.min(left, grantedMs ?? left);
  return { membershipId: membership.id, userId: membership.userId, grantedMs, leftMs };
}

/** The membership that a grant was added to, or made. */
export async function membershipUnder(
  { tx }: { readonly tx: Reader },
  { membershipId }: Pick<GrantedTime, 'membershipId'>,
): Promise<Membership> {
  const own = tx.selectFrom('user_memberships').selectAll().where('id', '=', membershipId);
  return membershipOf(await own.executeTakeFirstOrThrow());
}

/** What is taken of a membership for a share of a grant, whether anything is left then, and when it ends. */
export function timeTaken(
  granted: GrantedTime,
  one: Membership,
  share: Pick<TakeBack, 'bps' | 'isLast'>,
  at: number,
): { readonly taken: number | null; readonly ends: boolean; readonly endAt: number | null } {
  const { taken } = shareOf(granted, share);
  const left = leftOf(one, at);
  const ends = taken !== 0 && (taken === null || (left !== null && left <= taken));
  if (taken === 0 || taken === null || left === null) return { taken, ends, endAt: one.endAt };
  return { taken, ends, endAt: one.status === 'active' ? at + left - taken : one.endAt && one.endAt - taken };
}

/** What a share of a grant comes to, and what of it is left to take: one for ever goes whole, and with the last share. */
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
 * revoked. One for ever goes with the last share alone. Null when nothing was granted under this key.
 */
export async function takeBackPlan(
  scope: MoneyScope,
  rules: MembershipRules,
  { key, cause, operator, reason, ...share }: TakeBack,
): Promise<TakenBack | null> {
  const known = await grantedUnder(scope, key);
  if (known) await lockOwner(scope, known.userId);
  const granted = await grantedUnder(scope, key);
  if (!granted) return null;
  const { membershipId, userId } = granted;
  const { taken, shortMs } = shareOf(granted, share);
  if (taken === 0) return { membershipId, takenMs: 0, shortMs, revoked: false };
  const change = { cause, operator, reason };
  const after = await changeMembership(scope, rules, { userId, id: membershipId }, change, (one) => {
    const { ends, endAt } = timeTaken(granted, one, share, scope.at);
    if (taken === null || ends) return { ...one, status: 'revoked', reason };
    const left = leftOf(one, scope.at);
    if (left === null) throw new Fault('stateConflict', { data: { state: one.status } });
    return one.status === 'active' ? { ...one, endAt } : { ...one, remainingMs: left - taken, endAt };
  });
  return { membershipId, takenMs: taken, shortMs, revoked: after.status === 'revoked' };
}

/** Whether a grant of a plan adds to what is for a whole term; a policy that begins anew does not. */
export function addsTotals({ renewalPolicy }: PlanSnapshot, { renewal }: Pick<MembershipRules, 'renewal'>): boolean {
  const policy = renewalPolicy === 'inherit' ? renewal : renewalPolicy;
  return policy !== 'reset' && policy !== 'replace';
}

/**
 * Takes of the quotas for a whole term what a grant under a key had added to them. A policy that begins anew had added none, and of
 * a membership that is over there is nothing to take.
 */
export async function takeBackTotals(
  scope: MoneyScope,
  rules: MembershipRules,
  { key, plan }: { readonly key: string; readonly plan: PlanSnapshot },
  lessOf: (amount: number) => number,
): Promise<void> {
  const granted = await grantedUnder(scope, key);
  if (!granted || !addsTotals(plan, rules)) return;
  await lockOwner(scope, granted.userId);
  const membership = await membershipUnder(scope, granted);
  if (membership.status === 'revoked' || membership.status === 'expired') return;
  await takeTotals(scope, rules, membership, plan.quotas, lessOf);
}

import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import { listMemberships, type Membership, type MembershipChange, saveMemberships } from './membership-rows.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import { addPaid, getPaidByDays } from './quotas/quota-periods.ts';
import { advanceTimeline, getRemaining, pauseQuotas, prolongMembership, replaceMembership } from './timeline.ts';

/** Extends a membership by days, with their share of the quotas. A lifetime membership does not change. */
export const extendBy =
  (days: number, at: number) =>
  (one: Membership): Membership =>
    getRemaining(one, at) === null ? one : addPaid(prolongMembership(one, days * dayMs, at), getPaidByDays(days));

/**
 * Sets the end that an admin chose, which must be in the future. Each full day more or less adds or removes its quota periods.
 */
export const endAtMoment =
  (endAt: number) =>
  (one: Membership): Membership => {
    const from = one.endAt ?? one.quotaFrom ?? one.startAt ?? endAt;
    const days = Math.floor((endAt - from) / dayMs);
    const limited = one.endAt === null && one.plan.durationUnit === 'forever' ? { paidDays: 0, paidThirtieths: 0 } : {};
    return addPaid({ ...one, ...limited, endAt }, getPaidByDays(days));
  };

/** Suspends a membership: takes it off the timeline and stores its remaining time. */
export const suspendAt =
  (at: number, reason: string | null, from: readonly Membership['status'][] = ['active']) =>
  (one: Membership): Membership => {
    guard(one, from);
    return {
      ...one,
      status: 'suspended',
      remainingMs: getRemaining(one, at),
      ...pauseQuotas(one, at),
      suspendedAt: at,
      reason,
    };
  };

/** Returns a suspended membership to the timeline. It continues immediately unless a better one is active. */
export const resume =
  (reason: string | null) =>
  (one: Membership): Membership => {
    guard(one, ['suspended']);
    return { ...one, status: 'scheduled', startAt: null, suspendedAt: null, reason };
  };

/** Revokes a membership permanently, with any time that is left. */
export const revoke =
  (reason: string | null) =>
  (one: Membership): Membership => ({ ...one, status: 'revoked', reason });

function guard({ status }: Membership, needed: readonly Membership['status'][]): void {
  if (!needed.includes(status)) throw new ApiError('stateConflict', { data: { state: status } });
}

/** Returns the changed membership. Throws ApiError to reject the change. */
export type MembershipWork = (one: Membership) => Membership | Promise<Membership>;

/**
 * Changes one membership of a user and recalculates the start and end of the others. Throws `stateConflict` when the membership
 * has expired, and `notFound` when the user has no open membership with this ID.
 */
export async function changeMembership(
  scope: TxContext,
  rules: MembershipRules,
  { userId, id }: Pick<Membership, 'userId' | 'id'>,
  change: MembershipChange,
  work: MembershipWork,
): Promise<Membership> {
  await lockOwner(scope, userId);
  const before = await listMemberships(scope, userId);
  const held = advanceTimeline(before, scope.at, rules.graceMs);
  const one = held.find((each) => each.id === id);
  if (!one) throw new ApiError('notFound', { data: { membershipId: id } });
  if (one.status === 'expired') throw new ApiError('stateConflict', { data: { state: one.status } });
  const changed = await work(one);
  const memberships = expireGrace(replaceMembership(held, one, changed), changed, scope.at);
  const after = await saveMemberships(scope, rules, before, memberships, change);
  return after.find((each) => each.id === id) ?? changed;
}

/** Expires a membership in its grace period when the changed membership returns to the timeline. */
export function expireGrace(memberships: readonly Membership[], changed: Membership, at: number): Membership[] {
  return memberships.map((one): Membership => {
    const isOver = one.status === 'active' && one.endAt !== null && one.endAt <= at;
    return isOver && one !== changed && changed.status === 'scheduled' ? { ...one, status: 'expired' } : one;
  });
}

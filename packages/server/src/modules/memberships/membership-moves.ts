import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import { listMemberships, type Membership, type MembershipChange, saveMemberships } from './membership-rows.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import { addPaid, daysPaid } from './quotas/quota-periods.ts';
import { advanceTimeline, getRemaining, prolongMembership, replaceMembership, stopped } from './timeline.ts';

/** So many days more, with their share of the quotas; a lifetime membership stays as it is. */
export const extendBy =
  (days: number, at: number) =>
  (one: Membership): Membership =>
    getRemaining(one, at) === null ? one : addPaid(prolongMembership(one, days * dayMs, at), daysPaid(days));

/** An end that an admin chose, ahead of now. Whole days more or less are as many more or less of its periods. */
export const endAtMoment =
  (endAt: number) =>
  (one: Membership): Membership => {
    const from = one.endAt ?? one.quotaFrom ?? one.startAt ?? endAt;
    const days = Math.floor((endAt - from) / dayMs);
    const limited = one.endAt === null && one.plan.durationUnit === 'forever' ? { paidDays: 0, paidThirtieths: 0 } : {};
    return addPaid({ ...one, ...limited, endAt }, daysPaid(days));
  };

/** Out of the line, with what it has left. */
export const suspendAt =
  (at: number, reason: string | null, from: readonly Membership['status'][] = ['active']) =>
  (one: Membership): Membership => {
    guard(one, from);
    return {
      ...one,
      status: 'suspended',
      remainingMs: getRemaining(one, at),
      ...stopped(one, at),
      suspendedAt: at,
      reason,
    };
  };

/** Back into the line; it goes on at once when nothing better is active. */
export const resume =
  (reason: string | null) =>
  (one: Membership): Membership => {
    guard(one, ['suspended']);
    return { ...one, status: 'scheduled', startAt: null, suspendedAt: null, reason };
  };

/** Over for good, whatever is left. */
export const revoke =
  (reason: string | null) =>
  (one: Membership): Membership => ({ ...one, status: 'revoked', reason });

function guard({ status }: Membership, needed: readonly Membership['status'][]): void {
  if (!needed.includes(status)) throw new ApiError('stateConflict', { data: { state: status } });
}

/** Changes one membership and returns it as it is then. Throws ApiError to reject. */
export type MembershipWork = (one: Membership) => Membership | Promise<Membership>;

/** Changes one membership of a user, and with it when the others start and end. One that is over by now is rejected. */
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
  const memberships = withoutGrace(replaceMembership(held, one, changed), changed, scope.at);
  const after = await saveMemberships(scope, rules, before, memberships, change);
  return after.find((each) => each.id === id) ?? changed;
}

/** What goes on only for the time of grace makes way for one that comes back. */
export function withoutGrace(memberships: readonly Membership[], changed: Membership, at: number): Membership[] {
  return memberships.map((one): Membership => {
    const isOver = one.status === 'active' && one.endAt !== null && one.endAt <= at;
    return isOver && one !== changed && changed.status === 'scheduled' ? { ...one, status: 'expired' } : one;
  });
}

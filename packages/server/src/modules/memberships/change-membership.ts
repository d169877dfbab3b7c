import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import { listMemberships, type Membership, type MembershipChange, saveMemberships } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { advanceTimeline, replaceMembership } from './timeline.ts';

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

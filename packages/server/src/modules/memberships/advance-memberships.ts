import type { TxContext } from '../../platform/store/tx-context.ts';
import { listMemberships, type Membership, saveMemberships } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { advanceTimeline } from './timeline.ts';

/** Updates the memberships of a locked user to the present: expires those that are due and starts the next. Returns them. */
export async function advanceMemberships(
  scope: TxContext,
  rules: MembershipRules,
  userId: number,
): Promise<readonly Membership[]> {
  const before = await listMemberships(scope, userId);
  const after = advanceTimeline(before, scope.at, rules.graceMs);
  if (after.every((one, index) => one === before[index])) return before;
  const change = { cause: 'time', operator: { kind: 'system', id: null }, reason: null } as const;
  return saveMemberships(scope, rules, before, after, change);
}

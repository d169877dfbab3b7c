import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import type { Membership } from './membership-rows.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import type { PaidPeriods } from './quotas/quota-periods.ts';

export type MembershipSource = 'order' | 'redeem' | 'sign' | 'invite' | 'admin' | 'gift';

export interface NewMembership {
  readonly userId: number;
  readonly plan: PlanSnapshot;
  readonly source: MembershipSource;
  readonly sourceId: number | null;
  readonly operator: Operator;
  readonly reason?: string | null;
}

/** A row for a membership that has yet to be given its place in the line; `remainingMs` null is forever. Its months count from the anchor. */
export async function addMembership(
  { tx, at }: TxContext,
  given: NewMembership,
  remainingMs: number | null,
  anchorAt: number | null,
  paid: PaidPeriods,
): Promise<Membership> {
  const { userId, plan, operator, reason = null } = given;
  const by = operator.kind === 'admin' ? operator.id : null;
  const { id } = await tx
    .insertInto('user_memberships')
    .values({
      user_id: userId,
      plan_id: plan.planId,
      plan_name: plan.name,
      plan_snapshot: JSON.stringify(plan),
      level: plan.level,
      source: given.source,
      source_id: given.sourceId,
      reason,
      remaining_ms: remainingMs,
      anchor_at: anchorAt,
      paid_days: paid.days,
      paid_thirtieths: paid.thirtieths,
      status: 'scheduled',
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { startAt: null, endAt: null, quotaFrom: null, quotaElapsedMs: null, anchorAt, suspendedAt: null };
  const periods = { quotaTerm: 1, paidDays: paid.days, paidThirtieths: paid.thirtieths };
  return {
    id: id,
    userId,
    plan,
    level: plan.level,
    status: 'scheduled',
    remainingMs,
    reason,
    ...times,
    ...periods,
  };
}

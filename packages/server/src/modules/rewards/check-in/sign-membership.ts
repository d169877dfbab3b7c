import type { Row } from '../../../platform/store/database.ts';
import type { Operator, TxContext } from '../../ledger/posting.ts';
import { grantPlan } from '../../memberships/grant-plan.ts';
import { listMemberships } from '../../memberships/membership-rows.ts';
import type { MembershipRules } from '../../memberships/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../../memberships/plan-snapshot.ts';
import { explainUnavailable } from '../../memberships/refusal-to-sell.ts';
import { planReclaim } from '../../memberships/take-back.ts';
import { dayMs } from '../calendar-day.ts';

/** Days of a plan that a sign-in gives. */
export interface SignDays {
  readonly plan: PlanSnapshot;
  readonly days: number;
}

/** What a rule gives of a plan; nothing to somebody who has no use for it. */
export async function getCheckInDays(
  scope: TxContext,
  userId: number,
  rule: Row,
  rules: MembershipRules,
): Promise<SignDays | null> {
  const days = Number(rule.vip_days ?? 0);
  if (days === 0 || rule.plan_id === null) return null;
  const row = await scope.tx
    .selectFrom('vip_plans')
    .selectAll()
    .where('id', '=', rule.plan_id)
    .executeTakeFirstOrThrow();
  const plan = snapshotOfPlan(row);
  return explainUnavailable(await listMemberships(scope, userId), rules, plan, scope.at) === null
    ? { plan, days }
    : null;
}

const keyOf = (userId: number, day: string) => `sign:${userId}:${day}:vip`;

export interface SignedFor {
  readonly userId: number;
  readonly logId: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly operator: Operator;
}

export async function giveSignDays(
  scope: TxContext,
  rules: MembershipRules,
  { userId, logId, day, operator }: SignedFor,
  { plan, days }: SignDays,
): Promise<void> {
  const own = { source: 'sign', sourceId: logId, key: keyOf(userId, day), withoutGifts: true } as const;
  const given = await grantPlan(scope, rules, { userId, plan, days, operator, ...own });
  if (!given) throw new Error('a sign-in was rewarded before it was made');
}

/** Takes the days of a sign-in back, as far as they have not passed. Gives how many have, begun ones among them. */
export async function takeSignDays(
  scope: TxContext,
  rules: MembershipRules,
  { userId, day, operator }: Omit<SignedFor, 'logId'>,
  reason: string,
): Promise<number> {
  const back = await planReclaim(scope, rules, {
    key: keyOf(userId, day),
    bps: 10_000,
    cause: 'reversal',
    operator,
    reason,
  });
  return Math.ceil((back?.shortMs ?? 0) / dayMs);
}

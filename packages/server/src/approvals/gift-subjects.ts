import type { ApprovalKind } from '@gantry/core';
import { type Membership, membershipOf } from '../membership/membership-rows.ts';
import { dayMs, type MembershipRules } from '../membership/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../membership/plan-snapshot.ts';
import { toRestore } from '../membership/quota-buckets.ts';
import type { OperationCall } from '../resources/operation.ts';
import type { Row } from '../store/database.ts';
import { codesBefore, membershipBefore, pointsBefore, quotasBefore, shapedBefore } from './given-before.ts';
import { type Worth, worthOfCodes, worthOfDays, worthOfMore } from './plan-worth.ts';
import { type ApprovalLimits, isAbove, none, type ReadSubject, type Subject, textOf } from './subject.ts';

type GiftKind = Extract<
  ApprovalKind,
  'grantMembership' | 'extendMembership' | 'setMembershipEnd' | 'resetQuota' | 'generateCodes'
>;

const assets = ['coin', 'power'] as const;

/** More than a number can say exactly is as good as endless. */
const kept = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER);

/** Points and money of a gift against their limits, each with what went before. `isShaped`: money says nothing of it. */
function gift(
  about: Pick<Subject, 'userId' | 'reason'>,
  { adjustPoints, markPaidAmount }: ApprovalLimits,
  now: Worth,
  before: Worth,
  isShaped = false,
): Subject {
  const given = assets.filter((asset) => now.points[asset] > 0);
  const [only] = given;
  const aboveIn = (asset: keyof Worth['points']) => isAbove(now.points[asset] + before.points[asset], adjustPoints);
  return {
    ...about,
    orderId: null,
    asset: given.length === 1 && only ? only : null,
    points: given.length > 0 ? kept(now.points.coin + now.points.power) : null,
    amount: now.fen > 0 ? kept(now.fen) : null,
    isAbove:
      given.some(aboveIn) ||
      (now.fen > 0 && isAbove(now.fen + before.fen, markPaidAmount)) ||
      (isShaped && markPaidAmount > 0),
  };
}

const noPoints: Worth['points'] = { coin: 0, power: 0 };

const planRow = ({ tx }: OperationCall, id: number): Promise<Row | undefined> =>
  tx.selectFrom('vip_plans').selectAll().where('id', '=', id).executeTakeFirst();

async function planOf(call: OperationCall, id: unknown): Promise<PlanSnapshot | null> {
  const row = typeof id === 'number' ? await planRow(call, id) : undefined;
  return row ? snapshotOfPlan(row) : null;
}

const grantMembership: ReadSubject = async (call, limits) => {
  const { row, input } = call;
  const userId = Number(row?.id);
  const plan = await planOf(call, input.planId);
  const points = plan && input.gifts === true ? { coin: plan.giftCoin, power: plan.giftPower } : noPoints;
  const before = {
    points: { coin: await pointsBefore(call, userId, 'coin'), power: await pointsBefore(call, userId, 'power') },
    fen: await membershipBefore(call, userId),
  };
  const now = { points, fen: plan ? worthOfDays(plan, input.days) : 0 };
  const isShaped = plan !== null && (await shapedBefore(call, plan.planId));
  return gift({ userId, reason: textOf(input.reason) }, limits, now, before, isShaped);
};

async function longer(
  call: OperationCall,
  limits: ApprovalLimits,
  msOf: (one: Membership) => number,
): Promise<Subject> {
  const one = membershipOf(call.row ?? {});
  const before = { points: noPoints, fen: await membershipBefore(call, one.userId) };
  const listed = await planRow(call, one.plan.planId);
  const now = { points: noPoints, fen: worthOfMore(one.plan, listed, msOf(one)) };
  const isShaped = await shapedBefore(call, one.plan.planId);
  return gift({ userId: one.userId, reason: textOf(call.input.reason) }, limits, now, before, isShaped);
}

const extendMembership: ReadSubject = (call, limits) => longer(call, limits, () => Number(call.input.days) * dayMs);

const setMembershipEnd: ReadSubject = (call, limits) =>
  longer(call, limits, ({ endAt }) => (endAt === null ? 0 : Math.max(0, Number(call.input.endAt) - endAt)));

const resetQuota: ReadSubject = async (call, { adjustPoints }, rules) => {
  const one = membershipOf(call.row ?? {});
  const { userId } = one;
  const points = await toRestore({ tx: call.tx, at: call.services.clock() }, rules as MembershipRules, one);
  const all = points + (await quotasBefore(call, userId));
  const above = points > 0 && isAbove(all, adjustPoints);
  return { ...none, userId, points: kept(points), reason: textOf(call.input.reason), isAbove: above };
};

const generateCodes: ReadSubject = async (call, limits) => {
  const { input } = call;
  const batch = { ...input, max_uses: input.maxUses, vip_days: input.vipDays } as Row;
  const plan = await planOf(call, input.vipPlanId);
  const now = worthOfCodes(batch, plan);
  const about = { userId: null, reason: textOf(input.name) };
  // One code shows as well as all of them whether they could be made.
  const isShaped = plan !== null && (await shapedBefore(call, plan.planId));
  return { ...gift(about, limits, now, await codesBefore(call), isShaped), tried: { ...input, count: 1 } };
};

/** How what is given away by hand is measured: credits and quotas as an adjustment is, memberships as if they had been paid. */
export const giftSubjects: Readonly<Record<GiftKind, ReadSubject>> = {
  grantMembership,
  extendMembership,
  setMembershipEnd,
  resetQuota,
  generateCodes,
};

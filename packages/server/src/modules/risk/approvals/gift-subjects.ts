import type { ApprovalKind } from '@gantry/core';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import type { ProductSnapshot } from '../../catalog/product-snapshot.ts';
import {
  exceedsLimits,
  noPoints,
  noWorth,
  planDuration,
  type Worth,
  worthOfProduct,
} from '../../catalog/product-worth.ts';
import { type Membership, toMembership } from '../../memberships/membership-rows.ts';
import { dayMs, type MembershipRules } from '../../memberships/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../../memberships/plan-snapshot.ts';
import { toRestore } from '../../memberships/quotas/quota-buckets.ts';
import { toOrder } from '../../orders/order-rows.ts';
import { grantedBefore, sumCodesBefore, sumQuotasBefore, wasShapedBefore } from './given-before.ts';
import { computeWorthOfCodes, priceOfMore, quotaOfMore, worthOfGrant } from './plan-worth.ts';
import { type ApprovalLimits, isAbove, none, type ReadSubject, type Subject, toText } from './subject.ts';

type GiftKind = Extract<
  ApprovalKind,
  'grantMembership' | 'extendMembership' | 'setMembershipEnd' | 'resetQuota' | 'generateCodes' | 'markPaid'
>;

const assets = ['coin', 'power'] as const;

/** More than a number can say exactly is as good as endless. */
const stored = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER);

/** What is granted against its limits, with what was granted before. `isShaped`: the price of the plan proves nothing. */
export function grantSubject(
  about: Pick<Subject, 'userId' | 'reason'>,
  limits: ApprovalLimits,
  now: Worth,
  before: Worth = noWorth,
  isShaped = false,
): Subject {
  const given = assets.filter((asset) => now.points[asset] > 0);
  const [only] = given;
  const points = now.points.coin + now.points.power + now.points.quota;
  return {
    ...about,
    orderId: null,
    asset: given.length === 1 && only && now.points.quota === 0 ? only : null,
    points: points > 0 ? stored(points) : null,
    amount: now.fen > 0 ? stored(now.fen) : null,
    isAbove: exceedsLimits(now, before, limits) || (isShaped && limits.markPaidAmount > 0),
  };
}

const planRow = ({ tx }: OperationCall, id: number): Promise<Row | undefined> =>
  tx.selectFrom('vip_plans').selectAll().where('id', '=', id).executeTakeFirst();

interface ListedPlan {
  readonly plan: PlanSnapshot;
  readonly version: number;
}

async function planOf(call: OperationCall, id: unknown): Promise<ListedPlan | null> {
  const row = typeof id === 'number' ? await planRow(call, id) : undefined;
  return row ? { plan: snapshotOfPlan(row), version: Number(row.version) } : null;
}

const pinned = (listed: ListedPlan | null) => (listed ? { planVersion: listed.version } : {});

const grantMembership: ReadSubject = async (call, limits) => {
  const { row, input } = call;
  const userId = Number(row?.id);
  const listed = await planOf(call, input.planId);
  const worth = listed ? worthOfGrant(listed.plan, input.days) : noWorth;
  const gifts = listed && input.gifts === true ? listed.plan : { giftCoin: 0, giftPower: 0 };
  const now = { ...worth, points: { ...worth.points, coin: gifts.giftCoin, power: gifts.giftPower } };
  const before = await grantedBefore(call, userId);
  const isShaped = listed !== null && (await wasShapedBefore(call, listed.plan.planId));
  const about = { userId, reason: toText(input.reason) };
  return { ...grantSubject(about, limits, now, before, isShaped), ...pinned(listed) };
};

async function longer(
  call: OperationCall,
  limits: ApprovalLimits,
  msOf: (one: Membership) => number,
): Promise<Subject> {
  const one = toMembership(call.row ?? {});
  const before = await grantedBefore(call, one.userId);
  const listed = await planRow(call, one.plan.planId);
  const ms = msOf(one);
  const quota = quotaOfMore(one.plan, ms);
  const now = { points: { ...noPoints, quota }, fen: priceOfMore(one.plan, listed, ms) };
  const isShaped = await wasShapedBefore(call, one.plan.planId);
  return grantSubject({ userId: one.userId, reason: toText(call.input.reason) }, limits, now, before, isShaped);
}

const extendMembership: ReadSubject = (call, limits) => longer(call, limits, () => Number(call.input.days) * dayMs);

const setMembershipEnd: ReadSubject = (call, limits) =>
  longer(call, limits, ({ endAt }) => (endAt === null ? 0 : Math.max(0, Number(call.input.endAt) - endAt)));

const resetQuota: ReadSubject = async (call, { adjustPoints }, rules) => {
  const one = toMembership(call.row ?? {});
  const { userId } = one;
  const points = await toRestore({ tx: call.tx, at: call.services.clock() }, rules as MembershipRules, one);
  const all = points + (await sumQuotasBefore(call, userId));
  const above = points > 0 && isAbove(all, adjustPoints);
  return { ...none, userId, points: stored(points), reason: toText(call.input.reason), isAbove: above };
};

const generateCodes: ReadSubject = async (call, limits) => {
  const { input } = call;
  const batch = { ...input, max_uses: input.maxUses, vip_days: input.vipDays } as Row;
  const listed = await planOf(call, input.vipPlanId);
  const now = computeWorthOfCodes(batch, listed?.plan ?? null);
  const about = { userId: null, reason: toText(input.name) };
  // One code shows as well as all of them whether they could be made.
  const isShaped = listed !== null && (await wasShapedBefore(call, listed.plan.planId));
  const subject = grantSubject(about, limits, now, await sumCodesBefore(call), isShaped);
  return { ...subject, ...pinned(listed), tried: { ...input, count: 1 } };
};

/** A payment by hand counts by what the order grants as well as by its amount: the price may be the admin's own. */
const markPaid: ReadSubject = async (call, limits) => {
  const { id, userId, quantity, snapshot, currency } = toOrder(call.row ?? {});
  const sold = snapshot as ProductSnapshot | null;
  const amount = Number(call.input.paid);
  const about = { userId, reason: toText(call.input.evidence) };
  const plan = sold?.kind === 'vip' ? sold.plan : null;
  const worth = sold ? worthOfProduct(sold, quantity) : noWorth;
  const listed = plan ? await planRow(call, plan.planId) : undefined;
  const fen = plan ? Math.max(worth.fen, priceOfMore(plan, listed, timeOf(plan, quantity))) : 0;
  const isShaped = plan !== null && (await wasShapedBefore(call, plan.planId));
  const subject = grantSubject(about, limits, { ...worth, fen }, await grantedBefore(call, userId), isShaped);
  const above = subject.isAbove || isAbove(amount, limits.markPaidAmount);
  return { ...subject, orderId: id, amount, currency, isAbove: above };
};

function timeOf(plan: PlanSnapshot, quantity: number): number | null {
  const duration = planDuration(plan);
  return duration === null ? null : duration * quantity;
}

/** How what is given away by hand is measured: credits and quotas as an adjustment is, memberships as if they had been paid. */
export const giftSubjects: Readonly<Record<GiftKind, ReadSubject>> = {
  grantMembership,
  extendMembership,
  setMembershipEnd,
  resetQuota,
  generateCodes,
  markPaid,
};

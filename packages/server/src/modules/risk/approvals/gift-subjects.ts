import { type ApprovalKind, userMembership, type Values, vipPlan } from '@gantry/core';
import { sql } from 'kysely';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import { type Column, getId, type RowOf } from '../../../platform/store/database.ts';
import {
  addWorth,
  exceedsLimits,
  noCredits,
  noWorth,
  type ProductSnapshot,
  planDuration,
  priceOfTime,
  quotaCredits,
  type Worth,
  worthOfProduct,
} from '../../catalog/index.ts';
import {
  createPlanSnapshot,
  dayMs,
  type Membership,
  type MembershipRules,
  type PlanSnapshot,
  sumRestorable,
  toMembership,
} from '../../memberships/index.ts';
import { toOrder } from '../../orders/index.ts';
import { type ApprovalLimits, isAbove, none, type ReadSubject, type Subject, toText } from './offer-subjects.ts';

type ApprovalContext = Pick<OperationCall, 'tx' | 'caller' | 'services'>;

const since = ({ services }: ApprovalContext) => services.clock() - dayMs;

/** Credits that this admin adjusted for a user within the last day, so that a limit cannot be bypassed in small steps. */
export async function sumCreditsBefore(
  requestContext: ApprovalContext,
  userId: number,
  asset: string,
): Promise<number> {
  const { tx, caller } = requestContext;
  const found = await tx
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(abs(delta)), 0)`.as('moved'))
    .where('user_id', '=', userId)
    .where('wallet_id', 'is not', null)
    .where('asset', '=', asset as Column<'ledger_entries', 'asset'>)
    .where('cause', 'in', ['adminAdjust', 'gift'])
    .where('operator', '=', 'admin')
    .where('operator_id', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .executeTakeFirstOrThrow();
  return found.moved;
}

/** The value of the orders that this admin marked as paid for a user within the last day. */
async function sumOrdersBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('payment_events as event')
    .innerJoin('orders as paid', 'paid.id', 'event.order_id')
    .select(['paid.product_snapshot', 'paid.quantity'])
    .where('event.kind', '=', 'manual')
    .where('event.result', '=', 'applied')
    .where('event.actor_id', '=', caller.actor.id)
    .where('event.created_at', '>', since(requestContext))
    .where('paid.user_id', '=', userId)
    .execute();
  return rows.reduce((sum: Worth, row) => {
    const sold = JSON.parse(row.product_snapshot ?? 'null') as ProductSnapshot | null;
    return sold ? addWorth(sum, worthOfProduct(sold, row.quantity ?? 0)) : sum;
  }, noWorth);
}

/** The value of everything that this admin granted a user by hand within the last day. */
async function sumGrantsBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const coin = await sumCreditsBefore(requestContext, userId, 'coin');
  const compute = await sumCreditsBefore(requestContext, userId, 'compute');
  const memberships = await sumMembershipsBefore(requestContext, userId);
  const orders = await sumOrdersBefore(requestContext, userId);
  return [{ credits: { ...noCredits, coin, compute }, fen: 0 }, memberships, orders].reduce(addWorth);
}

/** The value of the membership time that this admin granted a user within the last day, with the usage that its quotas cover. */
async function sumMembershipsBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('membership_changes as change')
    .innerJoin('user_memberships as given', 'given.id', 'change.membership_id')
    .select(['change.cause', 'change.grant_key', 'change.granted_ms', 'change.from_end', 'change.to_end'])
    .select(['given.plan_snapshot', 'given.plan_id'])
    .where('change.user_id', '=', userId)
    .where('change.operator', '=', 'admin')
    .where('change.operator_id', '=', caller.actor.id)
    .where('change.created_at', '>', since(requestContext))
    .where((where) => where.or([where('change.grant_key', 'is not', null), where('cause', 'in', ['extend', 'setEnd'])]))
    .execute();
  const listed = await getListedPlans(requestContext, rows);
  let [fen, quota] = [0, 0];
  for (const row of rows) {
    const plan = JSON.parse(row.plan_snapshot ?? 'null') as PlanSnapshot;
    if (row.grant_key !== null) {
      const time = row.granted_ms;
      fen += priceOfTime(plan, time);
      quota += quotaCredits(plan, time);
    } else if (row.from_end !== null && row.to_end !== null) {
      const more = row.to_end - row.from_end;
      fen += priceExtension(plan, listed.get(row.plan_id), more);
      quota += sumExtensionQuotas(plan, more);
    }
  }
  return { credits: { ...noCredits, quota }, fen };
}

/** Returns the plans as currently listed, by ID. */
async function getListedPlans(
  { tx }: ApprovalContext,
  given: readonly { readonly plan_id: number }[],
): Promise<ReadonlyMap<number, RowOf<'vip_plans'>>> {
  const ids = [...new Set(given.map((row) => row.plan_id))];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('vip_plans').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Credits of quotas that this admin reset for a user within the last day. */
async function sumQuotasBefore(requestContext: ApprovalContext, userId: number): Promise<number> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('audit_entries as log')
    .innerJoin('user_memberships as one', 'one.id', 'log.resource_id')
    .select('log.after')
    .where('one.user_id', '=', userId)
    .where('log.resource', '=', userMembership.name)
    .where('log.action', '=', 'resetQuota')
    .where('log.actor_id', '=', caller.actor.id)
    .where('log.created_at', '>', since(requestContext))
    .execute();
  const getRestored = (after: unknown) =>
    (JSON.parse(String(after)) as { readonly restored?: number } | null)?.restored;
  return rows.reduce((sum, { after }) => sum + (getRestored(after) ?? 0), 0);
}

/** The fields that determine the value of a plan. */
const terms = ['price', 'durationUnit', 'durationValue', 'quotas', 'giftCoin', 'giftCompute'];

interface StoredPlan {
  readonly id?: number;
  readonly items?: readonly Values[];
}

/** Returns the field names that an audit entry contains for a record; an entry about several records has an item for each. */
function listFieldNames(cell: unknown, id: number): string[] {
  const capToSafeInteger = typeof cell === 'string' ? (JSON.parse(cell) as StoredPlan) : {};
  const own = capToSafeInteger.items ? capToSafeInteger.items.filter((item) => item.id === id) : [capToSafeInteger];
  return own.flatMap((values) => Object.keys(values));
}

/** Whether this admin created a plan or changed its terms within the last day, so that its price was set by this admin only. */
export async function wasPricedByAdmin(requestContext: ApprovalContext, planId: number): Promise<boolean> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('resource', '=', vipPlan.name)
    .where((where) => where.or([where('resource_id', '=', planId), where('resource_id', 'is', null)]))
    .where('actor_id', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .execute();
  const touched = rows.flatMap(({ before, after }) => [
    ...listFieldNames(before, planId),
    ...listFieldNames(after, planId),
  ]);
  return touched.some((name) => terms.includes(name));
}

/** The value of the codes that this admin created within the last day. Locks, so that concurrent requests of the admin wait. */
async function sumCodesBefore(requestContext: ApprovalContext): Promise<Worth> {
  const { tx, caller, services } = requestContext;
  await services.database.dialect.lock(tx, `redeem codes of ${caller.actor.id}`);
  const rows = await tx
    .selectFrom('redeem_batches')
    .select(['count', 'max_uses', 'coin', 'compute', 'vip_days', 'vip_snapshot'])
    .where('created_by', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .execute();
  return rows.reduce((sum: Worth, row) => {
    const plan = typeof row.vip_snapshot === 'string' ? (JSON.parse(row.vip_snapshot) as PlanSnapshot) : null;
    return addWorth(sum, computeWorthOfCodes(row, plan));
  }, noWorth);
}

/** Returns a plan as currently listed, at its list price where that is higher. */
function getListedPlan(row: RowOf<'vip_plans'>): PlanSnapshot {
  return { ...createPlanSnapshot(row), price: Math.max(row.price, row.original_price ?? 0) };
}

/**
 * Values membership time at the plan's price when it was granted, or at its current price where that is higher, so that a
 * discounted plan cannot be extended almost for free. `listed` is the row of the plan; undefined when it was deleted.
 */
function priceExtension(given: PlanSnapshot, listed: RowOf<'vip_plans'> | undefined, ms: number | null): number {
  if (!listed) return priceOfTime(given, ms);
  return Math.max(priceOfTime(given, ms), priceOfTime(getListedPlan(listed), ms));
}

/** Quota credits that an extension adds: those of daily and monthly quotas, not those of the full term. */
function sumExtensionQuotas(plan: PlanSnapshot, ms: number): number {
  const quotas = plan.quotas.filter(({ period }) => period !== 'total');
  return ms > 0 ? quotaCredits({ ...plan, quotas }, ms) : 0;
}

/** The value of a membership granted for a number of days, or for the duration of its plan; without gifts. */
export function worthOfGrant(plan: PlanSnapshot, days: unknown): Worth {
  const time = typeof days === 'number' ? days * dayMs : planDuration(plan);
  return { credits: { ...noCredits, quota: quotaCredits(plan, time) }, fen: priceOfTime(plan, time) };
}

/** The total value of the codes of a batch when each is used as often as allowed. */
function computeWorthOfCodes(
  batch: Pick<RowOf<'redeem_batches'>, 'count' | 'max_uses' | 'vip_days' | 'coin' | 'compute'>,
  plan: PlanSnapshot | null,
): Worth {
  const times = (batch.count ?? 1) * (batch.max_uses ?? 1);
  const days = batch.vip_days ?? null;
  const gifts = plan !== null && days === null ? plan : { giftCoin: 0, giftCompute: 0 };
  const ownCredits = {
    ...noCredits,
    coin: (batch.coin ?? 0) + gifts.giftCoin,
    compute: (batch.compute ?? 0) + gifts.giftCompute,
  };
  const { credits, fen } = addWorth(plan ? worthOfGrant(plan, days) : noWorth, { credits: ownCredits, fen: 0 });
  return {
    credits: { coin: times * credits.coin, compute: times * credits.compute, quota: times * credits.quota },
    fen: times * fen,
  };
}

type GiftKind = Extract<
  ApprovalKind,
  'grantMembership' | 'extendMembership' | 'setMembershipEnd' | 'resetQuota' | 'generateCodes' | 'markPaid'
>;

const assets = ['coin', 'compute'] as const;

/** Caps a sum that exceeds the largest exact integer. */
const capToSafeInteger = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER);

/**
 * Compares a grant and the grants before it with the limits. `isShaped`: the admin set the price of the plan, so the price is no
 * evidence of its value.
 */
export function grantSubject(
  about: Pick<Subject, 'userId' | 'reason'>,
  limits: ApprovalLimits,
  now: Worth,
  before: Worth = noWorth,
  isShaped = false,
): Subject {
  const given = assets.filter((asset) => now.credits[asset] > 0);
  const [only] = given;
  const credits = now.credits.coin + now.credits.compute + now.credits.quota;
  return {
    ...about,
    orderId: null,
    asset: given.length === 1 && only && now.credits.quota === 0 ? only : null,
    credits: credits > 0 ? capToSafeInteger(credits) : null,
    amount: now.fen > 0 ? capToSafeInteger(now.fen) : null,
    isAbove: exceedsLimits(now, before, limits) || (isShaped && limits.markPaidAmount > 0),
  };
}

const planRow = ({ tx }: OperationCall, id: number): Promise<RowOf<'vip_plans'> | undefined> =>
  tx.selectFrom('vip_plans').selectAll().where('id', '=', id).executeTakeFirst();

interface ListedPlan {
  readonly plan: PlanSnapshot;
  readonly version: number;
}

async function planOf(call: OperationCall, id: unknown): Promise<ListedPlan | null> {
  const row = typeof id === 'number' ? await planRow(call, id) : undefined;
  return row ? { plan: createPlanSnapshot(row), version: row.version } : null;
}

const pinned = (listed: ListedPlan | null) => (listed ? { planVersion: listed.version } : {});

const grantMembership: ReadSubject = async (call, limits) => {
  const { row, input } = call;
  const userId = getId(row);
  const listed = await planOf(call, input.planId);
  const worth = listed ? worthOfGrant(listed.plan, input.days) : noWorth;
  const gifts = listed && input.gifts === true ? listed.plan : { giftCoin: 0, giftCompute: 0 };
  const now = { ...worth, credits: { ...worth.credits, coin: gifts.giftCoin, compute: gifts.giftCompute } };
  const before = await sumGrantsBefore(call, userId);
  const isShaped = listed !== null && (await wasPricedByAdmin(call, listed.plan.planId));
  const about = { userId, reason: toText(input.reason) };
  return { ...grantSubject(about, limits, now, before, isShaped), ...pinned(listed) };
};

async function longer(
  call: OperationCall,
  limits: ApprovalLimits,
  msOf: (one: Membership) => number,
): Promise<Subject> {
  const one = toMembership(call.row as RowOf<'user_memberships'>);
  const before = await sumGrantsBefore(call, one.userId);
  const listed = await planRow(call, one.plan.planId);
  const ms = msOf(one);
  const quota = sumExtensionQuotas(one.plan, ms);
  const now = { credits: { ...noCredits, quota }, fen: priceExtension(one.plan, listed, ms) };
  const isShaped = await wasPricedByAdmin(call, one.plan.planId);
  return grantSubject({ userId: one.userId, reason: toText(call.input.reason) }, limits, now, before, isShaped);
}

const extendMembership: ReadSubject = (call, limits) => longer(call, limits, () => Number(call.input.days) * dayMs);

const setMembershipEnd: ReadSubject = (call, limits) =>
  longer(call, limits, ({ endAt }) => (endAt === null ? 0 : Math.max(0, Number(call.input.endAt) - endAt)));

const resetQuota: ReadSubject = async (call, { adjustCredits }, rules) => {
  const one = toMembership(call.row as RowOf<'user_memberships'>);
  const { userId } = one;
  const credits = await sumRestorable({ tx: call.tx, at: call.services.clock() }, rules as MembershipRules, one);
  const all = credits + (await sumQuotasBefore(call, userId));
  const above = credits > 0 && isAbove(all, adjustCredits);
  return { ...none, userId, credits: capToSafeInteger(credits), reason: toText(call.input.reason), isAbove: above };
};

const generateCodes: ReadSubject = async (call, limits) => {
  const { input } = call;
  const getAmount = (name: string) => (typeof input[name] === 'number' ? input[name] : null);
  const batch = {
    ...{ count: getAmount('count') ?? 1, max_uses: getAmount('maxUses') ?? 1, vip_days: getAmount('vipDays') },
    ...{ coin: getAmount('coin'), compute: getAmount('compute') },
  };
  const listed = await planOf(call, input.vipPlanId);
  const now = computeWorthOfCodes(batch, listed?.plan ?? null);
  const about = { userId: null, reason: toText(input.name) };
  // Creating one code is enough to test whether all of them could be created.
  const isShaped = listed !== null && (await wasPricedByAdmin(call, listed.plan.planId));
  const subject = grantSubject(about, limits, now, await sumCodesBefore(call), isShaped);
  return { ...subject, ...pinned(listed), draftInput: { ...input, count: 1 } };
};

/** An order marked as paid counts by what it grants as well as by its amount, because the admin may have set the price. */
const markPaid: ReadSubject = async (call, limits) => {
  const { id, userId, quantity, snapshot, currency } = toOrder(call.row as RowOf<'orders'>);
  const sold = snapshot as ProductSnapshot | null;
  const amount = Number(call.input.paid);
  const about = { userId, reason: toText(call.input.evidence) };
  const plan = sold?.kind === 'vip' ? sold.plan : null;
  const worth = sold ? worthOfProduct(sold, quantity) : noWorth;
  const listed = plan ? await planRow(call, plan.planId) : undefined;
  const fen = plan ? Math.max(worth.fen, priceExtension(plan, listed, getTime(plan, quantity))) : 0;
  const isShaped = plan !== null && (await wasPricedByAdmin(call, plan.planId));
  const subject = grantSubject(about, limits, { ...worth, fen }, await sumGrantsBefore(call, userId), isShaped);
  const above = subject.isAbove || isAbove(amount, limits.markPaidAmount);
  return { ...subject, orderId: id, amount, currency, isAbove: above };
};

function getTime(plan: PlanSnapshot, quantity: number): number | null {
  const duration = planDuration(plan);
  return duration === null ? null : duration * quantity;
}

/** How grants by hand are measured: credits and quotas like an adjustment, memberships like a purchase. */
export const giftSubjects: Readonly<Record<GiftKind, ReadSubject>> = {
  grantMembership,
  extendMembership,
  setMembershipEnd,
  resetQuota,
  generateCodes,
  markPaid,
};

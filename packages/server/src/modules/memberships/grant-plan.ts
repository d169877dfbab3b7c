import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, type Cause, grant, lockOwner, type Operator } from '../ledger/index.ts';
import { type GrantedPeriods, listMemberships, type Membership, saveMemberships } from './membership-rows.ts';
import type { MembershipRules, RenewalPolicy } from './membership-rules.ts';
import { coversPlan, hasSameBenefits, type PlanSnapshot } from './plan-snapshot.ts';
import { addTotals, getLastOpened, renewTotals, startTotals } from './quotas/quota-buckets.ts';
import { addPaid, getPaidPeriods, type PaidPeriods, restartQuotas } from './quotas/quota-periods.ts';
import {
  advanceTimeline,
  getRemaining,
  layOut,
  prolongMembership,
  replaceMembership,
  sortTimeline,
} from './timeline.ts';

/** Whether the duration counts in calendar months or years; false for a grant of days. */
const isMonthly = ({ durationUnit }: PlanSnapshot, days?: number | null): boolean =>
  typeof days !== 'number' && (durationUnit === 'month' || durationUnit === 'year');

/**
 * Returns the duration of a grant in ms; null for lifetime. Calendar months differ in length, so the result depends on the start
 * and on the anchor that months are counted from.
 */
function computeGrantedTime(
  { calendar }: Pick<MembershipRules, 'calendar'>,
  {
    plan,
    quantity = 1,
    days,
  }: { readonly plan: PlanSnapshot; readonly quantity?: number; readonly days?: number | null },
  from: number,
  anchor: number | null,
): number | null {
  if (typeof days === 'number') return calendar.add(from, days * quantity, 'day') - from;
  if (plan.durationUnit === 'forever') return null;
  return calendar.add(from, plan.durationValue * quantity, plan.durationUnit, anchor) - from;
}

export interface PlanGrant {
  readonly userId: number;
  readonly plan: PlanSnapshot;
  /** How many times the plan is granted. Default: 1. */
  readonly quantity?: number;
  /** Days that replace the duration of the plan. */
  readonly days?: number | null;
  /** Grants no credits of the plan. */
  readonly withoutGifts?: boolean;
  readonly source: MembershipSource;
  readonly sourceId: number | null;
  readonly operator: Operator;
  readonly reason?: string | null;
  /** Natural key of the grant: a second grant with the same key has no effect. */
  readonly key: string;
  /** Cause ID of the ledger entries for the plan's credits. Default: the key. */
  readonly causeId?: string;
}

/** Outcome of a grant: a new membership that starts or is queued, or a change of an existing one. */
type GrantOutcome = 'started' | 'queued' | 'extended' | 'restarted' | 'replaced';

export interface PlanGranted {
  readonly membershipId: number;
  readonly outcome: GrantOutcome;
  /** Null for a membership behind a lifetime one. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly lots: readonly GrantedLot[];
}

/** A grant in its position among the memberships of a user, before times are recalculated. */
interface PlacedGrant {
  readonly membershipId: number;
  readonly memberships: readonly Membership[];
  /** Added time in ms; null for lifetime. */
  readonly addedMs: number | null;
  readonly paid: GrantedPeriods;
  readonly outcome: GrantOutcome | null;
}

/**
 * Grants a plan under the renewal policy: it extends an existing membership, restarts it, or is queued. Existing time, level and
 * quotas never decrease. Returns null when a grant with this key already exists.
 */
export async function grantPlan(
  scope: TxContext,
  rules: MembershipRules,
  given: PlanGrant,
): Promise<PlanGranted | null> {
  const owner = await lockOwner(scope, given.userId);
  if (await wasGranted(scope, given.key)) return null;
  if (owner.status === 'deleted') throw new ApiError('stateConflict', { data: { state: owner.status } });
  const before = await listMemberships(scope, given.userId);
  const held = advanceTimeline(before, scope.at, rules.graceMs);
  const { policy, target } = findTarget(held, rules, given);
  const placed = target
    ? await addToMembership(scope, rules, held, target, policy, given)
    : await activateAlongside(scope, rules, held, given);
  const { membershipId, memberships, addedMs, paid } = placed;
  const change = { cause: 'grant', operator: given.operator, reason: given.reason ?? null } as const;
  const mark = { membershipId, key: given.key, grantedMs: addedMs, paid };
  const after = await saveMemberships(scope, rules, before, memberships, change, mark);
  const lots = given.withoutGifts === true ? [] : await grantGifts(scope, given);
  const own = after.find(({ id }) => id === membershipId);
  const outcome = placed.outcome ?? (own?.status === 'active' ? 'started' : 'queued');
  return { membershipId, outcome, startAt: own?.startAt ?? null, endAt: own?.endAt ?? null, lots };
}

async function wasGranted({ tx }: TxContext, key: string): Promise<boolean> {
  const known = await tx.selectFrom('membership_changes').select('id').where('grant_key', '=', key).executeTakeFirst();
  return known !== undefined;
}

const isForever = (plan: PlanSnapshot, days: number | null | undefined) =>
  plan.durationUnit === 'forever' && typeof days !== 'number';

/**
 * Returns the renewal policy, that of the plan or else of the settings, and the membership that the grant is added to. Without a
 * target the grant becomes a new membership.
 */
function findTarget(
  held: readonly Membership[],
  rules: MembershipRules,
  { plan, days }: PlanGrant,
): { policy: RenewalPolicy; target: Membership | undefined } {
  const policy = plan.renewalPolicy === 'inherit' ? rules.renewal : (plan.renewalPolicy as RenewalPolicy);
  if (policy === 'queue') return { policy, target: undefined };
  const suspended = held.filter(({ status }) => status === 'suspended');
  const equals = [...sortTimeline(held), ...suspended].filter(({ level }) => level === plan.level);
  const fits = (one: Membership) =>
    policy === 'replace' ? coversPlan(plan, one.plan) : hasSameBenefits(plan, one.plan);
  const target = equals.find((one) => fits(one) && isForever(plan, days) === (getRemaining(one, 0) === null));
  return { policy, target };
}

/** When the membership ends if no other one is inserted before it. */
function endOf(one: Membership, at: number): number {
  return one.status === 'scheduled' && one.endAt !== null ? one.endAt : at + (getRemaining(one, at) ?? 0);
}

/** Returns the anchor that the months of a grant are counted from; null when the duration is not in months. */
function getAnchor(
  { calendar }: MembershipRules,
  { plan, days }: PlanGrant,
  from: number,
  earlier: Membership | undefined,
): number | null {
  if (!isMonthly(plan, days)) return null;
  const known = earlier?.anchorAt ?? (earlier && isMonthly(earlier.plan) ? earlier.startAt : null);
  return calendar.anchored(from, known);
}

async function addToMembership(
  scope: TxContext,
  rules: MembershipRules,
  held: readonly Membership[],
  target: Membership,
  policy: RenewalPolicy,
  given: PlanGrant,
): Promise<PlacedGrant> {
  const { at } = scope;
  const left = getRemaining(target, at);
  const isExtended = policy === 'extend';
  const from = isExtended ? endOf(target, at) : at;
  const anchor = getAnchor(rules, given, from, isExtended ? target : undefined);
  const time = computeGrantedTime(rules, given, from, anchor);
  const addedMs = isExtended || left === null || time === null ? time : Math.max(0, time - left);
  const longer = {
    ...prolongMembership(target, addedMs, at),
    anchorAt: anchor ?? target.anchorAt,
    plan: isExtended ? target.plan : given.plan,
  };
  // A grant of days adds no whole-term quota and restarts nothing: otherwise each check-in that grants a day would grant a full
  // quota.
  const terms = typeof given.days === 'number' ? 0 : (given.quantity ?? 1);
  const paid = getPaidPeriods(given, terms === 0 ? addedMs : time);
  const renewed =
    isExtended || terms === 0
      ? addPaid(longer, paid)
      : restartQuotas(rules, target, longer, paid, { at, grantMs: time, opened: await getLastOpened(scope, target) });
  await (isExtended ? addTotals : renewTotals)(scope, rules, renewed, terms);
  const outcome = ({ extend: 'extended', reset: 'restarted', replace: 'replaced', queue: null } as const)[policy];
  const memberships = replaceMembership(held, target, renewed);
  return { membershipId: target.id, memberships, addedMs, paid: { ...paid, terms }, outcome };
}

async function activateAlongside(
  scope: TxContext,
  rules: MembershipRules,
  held: readonly Membership[],
  given: PlanGrant,
): Promise<PlacedGrant> {
  const { at } = scope;
  // A membership in its grace period expires in favor of the new one.
  const without = held.map(
    (one): Membership =>
      one.status === 'active' && one.endAt !== null && one.endAt <= at ? { ...one, status: 'expired' } : one,
  );
  const ahead = sortTimeline(without).filter(({ level }) => level >= given.plan.level);
  const last = layOut(ahead, at).at(-1);
  const from = last?.endAt ?? at;
  const anchor = getAnchor(rules, given, from, last);
  const time = computeGrantedTime(rules, given, from, anchor);
  const paid = getPaidPeriods(given, time);
  const made = await addMembership(scope, given, time, anchor, paid);
  await startTotals(scope, rules, made, getTotalsFactor(given));
  const terms = given.quantity ?? 1;
  return {
    membershipId: made.id,
    memberships: [...without, made],
    addedMs: time,
    paid: { ...paid, terms },
    outcome: null,
  };
}

/** Returns the multiple of the plan's whole-term quotas for a new membership. A grant of days gets the share of its days. */
function getTotalsFactor({ plan, quantity = 1, days }: PlanGrant): number {
  if (typeof days !== 'number') return quantity;
  const { durationUnit, durationValue } = plan;
  const own = { day: 1, month: 30, year: 365, forever: Number.POSITIVE_INFINITY }[durationUnit] * durationValue;
  return Math.min(1, (days * quantity) / own);
}

type MembershipSource = 'order' | 'redeem' | 'sign' | 'invite' | 'admin' | 'gift';

interface NewMembership {
  readonly userId: number;
  readonly plan: PlanSnapshot;
  readonly source: MembershipSource;
  readonly sourceId: number | null;
  readonly operator: Operator;
  readonly reason?: string | null;
}

/**
 * Inserts a membership that is not yet placed on the timeline. `remainingMs` is null for lifetime. Months count from the anchor.
 */
async function addMembership(
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

export interface GrantedLot {
  readonly asset: Asset;
  readonly lotId: number;
  readonly amount: number;
}

const causes: Readonly<Record<MembershipSource, Cause>> = {
  order: 'recharge',
  redeem: 'redeem',
  sign: 'sign',
  invite: 'invite',
  admin: 'gift',
  gift: 'gift',
};

/** Grants the credits of a plan, once per key. */
async function grantGifts(
  scope: TxContext,
  given: NewMembership & { readonly key: string; readonly causeId?: string; readonly quantity?: number },
): Promise<GrantedLot[]> {
  const { userId, plan, source, sourceId, operator, reason = null, key, causeId = key, quantity = 1 } = given;
  const lots: GrantedLot[] = [];
  for (const [asset, gift] of [
    ['coin', plan.giftCoin],
    ['compute', plan.giftCompute],
  ] as const) {
    if (gift <= 0) continue;
    const amount = gift * quantity;
    const cause = { transactionId: `${key}:gift:${asset}`, cause: causes[source], causeId, operator, reason };
    const granted = await grant(scope, { userId, asset, amount, lot: { source, sourceId, expiresAt: null } }, cause);
    if (granted) lots.push({ asset, lotId: granted.lotId, amount });
  }
  return lots;
}

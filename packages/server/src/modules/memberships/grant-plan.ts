import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, type Cause, grant, lockOwner, type Operator } from '../ledger/index.ts';
import { type GrantedPeriods, listMemberships, type Membership, saveMemberships } from './membership-rows.ts';
import type { MembershipRules, RenewalPolicy } from './membership-rules.ts';
import { coversPlan, hasSameBenefits, type PlanSnapshot } from './plan-snapshot.ts';
import { addTotals, lastOpened, renewTotals, startTotals } from './quotas/quota-buckets.ts';
import { addPaid, type PaidPeriods, paidBy, startedOver } from './quotas/quota-periods.ts';
import {
  advanceTimeline,
  getRemaining,
  layOut,
  prolongMembership,
  replaceMembership,
  sortTimeline,
} from './timeline.ts';

/** A plan whose time is months of the calendar, when it is not given for days. */
const isMonthly = ({ durationUnit }: PlanSnapshot, days?: number | null): boolean =>
  typeof days !== 'number' && (durationUnit === 'month' || durationUnit === 'year');

/**
 * How long a grant lasts from a moment on, in ms; null forever. Months are those of the calendar, so that it takes a moment to
 * tell, and the anchor from which they are counted.
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
  /** How many times the plan; 1 when not given. */
  readonly quantity?: number;
  /** So many days in place of the plan's own time. */
  readonly days?: number | null;
  /** Leaves out the credits that come with the plan. */
  readonly withoutGifts?: boolean;
  readonly source: MembershipSource;
  readonly sourceId: number | null;
  readonly operator: Operator;
  readonly reason?: string | null;
  /** What it is given for, once: a second grant with the same key has no effect. */
  readonly key: string;
  /** What ledger entries of its gifts name as their cause; the key when not given. */
  readonly causeId?: string;
}

/** What a grant came to: a membership of its own, which starts or waits, or more of one that was there. */
type GrantOutcome = 'started' | 'queued' | 'extended' | 'restarted' | 'replaced';

export interface PlanGranted {
  readonly membershipId: number;
  readonly outcome: GrantOutcome;
  /** Null for one that waits behind one forever. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly lots: readonly GrantedLot[];
}

/** A grant in its position among the memberships of a user, before times are recalculated. */
interface Placed {
  readonly membershipId: number;
  readonly memberships: readonly Membership[];
  /** Time that was added, in ms; null forever. */
  readonly addedMs: number | null;
  readonly paid: GrantedPeriods;
  readonly outcome: GrantOutcome | null;
}

/**
 * Gives a plan under the renewal policy: time is added to what the user has, or starts again, or waits its turn. What they have
 * already is never less for it. Null when this grant was made before.
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
  const { policy, target } = targetOf(held, rules, given);
  const placed = target
    ? await placeOnto(scope, rules, held, target, policy, given)
    : await activateAlongside(scope, rules, held, given);
  const { membershipId, memberships, addedMs, paid } = placed;
  const change = { cause: 'grant', operator: given.operator, reason: given.reason ?? null } as const;
  const mark = { membershipId, key: given.key, grantedMs: addedMs, paid };
  const after = await saveMemberships(scope, rules, before, memberships, change, mark);
  const lots = given.withoutGifts === true ? [] : await giveGifts(scope, given);
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

/** The membership that a grant adds to, by the policy of the plan or else of the settings; none has it stand by itself. */
function targetOf(
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

/** When what a membership has left is over, if nothing comes between. */
function endOf(one: Membership, at: number): number {
  return one.status === 'scheduled' && one.endAt !== null ? one.endAt : at + (getRemaining(one, at) ?? 0);
}

/** From when the months of a grant that follows on something are counted; null for one that is not of months. */
function anchorFor(
  { calendar }: MembershipRules,
  { plan, days }: PlanGrant,
  from: number,
  earlier: Membership | undefined,
): number | null {
  if (!isMonthly(plan, days)) return null;
  const known = earlier?.anchorAt ?? (earlier && isMonthly(earlier.plan) ? earlier.startAt : null);
  return calendar.anchored(from, known);
}

async function placeOnto(
  scope: TxContext,
  rules: MembershipRules,
  held: readonly Membership[],
  target: Membership,
  policy: RenewalPolicy,
  given: PlanGrant,
): Promise<Placed> {
  const { at } = scope;
  const left = getRemaining(target, at);
  const isExtended = policy === 'extend';
  const from = isExtended ? endOf(target, at) : at;
  const anchor = anchorFor(rules, given, from, isExtended ? target : undefined);
  const time = computeGrantedTime(rules, given, from, anchor);
  const addedMs = isExtended || left === null || time === null ? time : Math.max(0, time - left);
  const longer = {
    ...prolongMembership(target, addedMs, at),
    anchorAt: anchor ?? target.anchorAt,
    plan: isExtended ? target.plan : given.plan,
  };
  // Days alone bring nothing of what is for a whole term, and start nothing over: a day of each check-in would come to a term's quota.
  const terms = typeof given.days === 'number' ? 0 : (given.quantity ?? 1);
  const paid = paidBy(given, terms === 0 ? addedMs : time);
  const renewed =
    isExtended || terms === 0
      ? addPaid(longer, paid)
      : startedOver(rules, target, longer, paid, { at, grantMs: time, opened: await lastOpened(scope, target) });
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
): Promise<Placed> {
  const { at } = scope;
  // What goes on only for the time of grace makes way.
  const without = held.map(
    (one): Membership =>
      one.status === 'active' && one.endAt !== null && one.endAt <= at ? { ...one, status: 'expired' } : one,
  );
  const ahead = sortTimeline(without).filter(({ level }) => level >= given.plan.level);
  const last = layOut(ahead, at).at(-1);
  const from = last?.endAt ?? at;
  const anchor = anchorFor(rules, given, from, last);
  const time = computeGrantedTime(rules, given, from, anchor);
  const paid = paidBy(given, time);
  const made = await addMembership(scope, given, time, anchor, paid);
  await startTotals(scope, rules, made, totalsOf(given));
  const terms = given.quantity ?? 1;
  return {
    membershipId: made.id,
    memberships: [...without, made],
    addedMs: time,
    paid: { ...paid, terms },
    outcome: null,
  };
}

/** How many times a new membership has what its plan gives for a whole term; days in place of the plan's own have their share. */
function totalsOf({ plan, quantity = 1, days }: PlanGrant): number {
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

/** A row for a membership that has yet to be given its place in the line; `remainingMs` null is forever. Its months count from the anchor. */
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

/** Gives the credits that come with a plan, once a key. */
async function giveGifts(
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

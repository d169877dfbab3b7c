import { ApiError, type ServiceMembership } from '@gantry/core';
import type { Reader, Row, RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { listCurrentMemberships } from './quotas/may-use.ts';
import { deriveQuotaStates, listBuckets, type QuotaState } from './quotas/quota-buckets.ts';
import type { PaidPeriods } from './quotas/quota-periods.ts';
import { layOut, sortTimeline } from './timeline.ts';

export type OpenMembershipStatus = 'active' | 'scheduled' | 'suspended';
export type MembershipStatus = OpenMembershipStatus | 'expired' | 'revoked';

/** A membership as stored. Moments are UTC ms. */
export interface Membership {
  readonly id: number;
  readonly userId: number;
  readonly plan: PlanSnapshot;
  readonly level: number;
  readonly status: MembershipStatus;
  /** Null for one that waits behind one forever. */
  readonly startAt: number | null;
  /** Null forever, or behind one forever. */
  readonly endAt: number | null;
  /** What one that waits or is suspended has left, in ms; null forever. One that is active has until its end. */
  readonly remainingMs: number | null;
  /** The moment from which the periods of its quotas are counted while it is active; see `quota-periods.ts`. */
  readonly quotaFrom: number | null;
  /** How far it is into its periods while it is not active, in ms; null for one that never was. */
  readonly quotaElapsedMs: number | null;
  /** Counts the terms of its quotas: a policy that starts over opens the next. */
  readonly quotaTerm: number;
  /** Daily periods that were paid for in this term; null for no limit but its time. */
  readonly paidDays: number | null;
  /** Monthly periods that were paid for in this term, in thirtieths; null for no limit but its time. */
  readonly paidThirtieths: number | null;
  /** The moment from which its months are counted: they end on its day, or on the last day of a shorter month. */
  readonly anchorAt: number | null;
  readonly suspendedAt: number | null;
  readonly reason: string | null;
}

const numberOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

export function toMembership(row: RowOf<'user_memberships'>): Membership {
  return {
    id: row.id,
    userId: row.user_id,
    plan: JSON.parse(row.plan_snapshot ?? 'null') as PlanSnapshot,
    level: row.level ?? 0,
    status: row.status as MembershipStatus,
    startAt: numberOrNull(row.start_at),
    endAt: numberOrNull(row.end_at),
    remainingMs: numberOrNull(row.remaining_ms),
    quotaFrom: numberOrNull(row.quota_from),
    quotaElapsedMs: numberOrNull(row.quota_elapsed_ms),
    quotaTerm: row.quota_term ?? 1,
    paidDays: numberOrNull(row.paid_days),
    paidThirtieths: numberOrNull(row.paid_thirtieths),
    anchorAt: numberOrNull(row.anchor_at),
    suspendedAt: numberOrNull(row.suspended_at),
    reason: row.reason,
  };
}

/** The memberships of a user that are neither over nor revoked. */
export async function listMemberships(read: { readonly tx: Reader }, userId: number): Promise<Membership[]> {
  return listMembershipsByUser(read, [userId]);
}

/** The same of some people, at least one. */
export async function listMembershipsByUser(
  { tx }: { readonly tx: Reader },
  userIds: readonly number[],
): Promise<Membership[]> {
  const rows = await tx
    .selectFrom('user_memberships')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where('status', 'in', ['active', 'scheduled', 'suspended'])
    .orderBy('id')
    .execute();
  return rows.map(toMembership);
}

/** What of a membership may change, as columns. */
function toMembershipCells(one: Membership): Row {
  return {
    plan_id: one.plan.planId,
    plan_name: one.plan.name,
    plan_snapshot: JSON.stringify(one.plan),
    level: one.level,
    status: one.status,
    start_at: one.startAt,
    end_at: one.endAt,
    remaining_ms: one.remainingMs,
    quota_from: one.quotaFrom,
    quota_elapsed_ms: one.quotaElapsedMs,
    quota_term: one.quotaTerm,
    paid_days: one.paidDays,
    paid_thirtieths: one.paidThirtieths,
    anchor_at: one.anchorAt,
    suspended_at: one.suspendedAt,
    reason: one.reason,
  };
}

/** Why ends change. Only those that take back, and what an admin sets, may bring one nearer. */
export type ChangeCause =
  | 'grant'
  | 'extend'
  | 'setEnd'
  | 'suspend'
  | 'resume'
  | 'revoke'
  | 'refund'
  | 'reversal'
  | 'time';

export interface MembershipChange {
  readonly cause: ChangeCause;
  readonly operator: Operator;
  readonly reason: string | null;
}

/** The grant that a change is, for the membership that it is for. */
interface GrantMark {
  readonly membershipId: number;
  /** Its natural key. */
  readonly key: string;
  /** What it gave, in ms; null forever. */
  readonly grantedMs: number | null;
  readonly paid: GrantedPeriods;
}

/** What a grant pays for, with how many times what is for a whole term. */
export interface GrantedPeriods extends PaidPeriods {
  readonly terms: number;
}

/**
 * Lays out what has become of someone's memberships, all that stand of them, and writes it in the caller's transaction: the
 * rows, a line for each end that changed, when an end is to be told, and the level that their record shows. A membership that
 * was not there before is new. Gives them as they are now.
 */
export async function saveMemberships(
  scope: TxContext,
  rules: MembershipRules,
  before: readonly Membership[],
  memberships: readonly Membership[],
  change: MembershipChange,
  mark: GrantMark | null = null,
): Promise<readonly Membership[]> {
  const laid = new Map(layOut(sortTimeline(memberships), scope.at).map((one) => [one.id, one]));
  const after = memberships.map((one) => laid.get(one.id) ?? one);
  await write(scope, rules, before, after, change, mark);
  return after;
}

async function write(
  scope: TxContext,
  rules: MembershipRules,
  before: readonly Membership[],
  after: readonly Membership[],
  change: MembershipChange,
  mark: GrantMark | null,
): Promise<void> {
  const old = new Map(before.map((one) => [one.id, one]));
  // Of two that change places the one that was active goes first: there is never more than one.
  const inOrder = [...after].sort((one, other) => leaves(old.get(other.id), other) - leaves(old.get(one.id), one));
  const follows = sortTimeline(after).length > 1;
  for (const one of inOrder) {
    const earlier = old.get(one.id);
    const isNew = earlier === undefined;
    if (earlier !== one) await writeRow(scope, rules, earlier?.status ?? 'scheduled', one, follows);
    const own = mark?.membershipId === one.id ? mark : null;
    const paid = own?.paid ?? gained(earlier ?? one, one);
    if (isNew || own || earlier.endAt !== one.endAt || (paid.days ?? 0) > 0 || (paid.thirtieths ?? 0) > 0)
      await addChange(scope, one, earlier?.endAt ?? null, change, { key: null, grantedMs: null, ...own, paid });
  }
  const userId = after[0]?.userId;
  if (userId !== undefined) await project(scope, userId, after);
}

/** Periods that a membership has more than before, without a grant; what is taken back is not counted against what was given. */
function gained(before: Membership, after: Membership): GrantedPeriods {
  const more = (one: number | null, other: number | null) =>
    one === null || other === null ? null : Math.max(0, other - one);
  return {
    days: more(before.paidDays, after.paidDays),
    thirtieths: more(before.paidThirtieths, after.paidThirtieths),
    terms: 0,
  };
}

const leaves = (old: Membership | undefined, now: Membership) =>
  Number(old?.status === 'active' && now.status !== 'active');

async function writeRow(
  { tx, at }: TxContext,
  rules: MembershipRules,
  from: MembershipStatus,
  after: Membership,
  follows: boolean,
): Promise<void> {
  const notifies = after.status === 'active' && !follows;
  const { numUpdatedRows } = await tx
    .updateTable('user_memberships')
    .set((row) => ({
      ...toMembershipCells(after),
      notice_at: notifies ? computeNextNotice(after.endAt, rules.noticeDays, at) : null,
      version: row('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', after.id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ApiError('stateConflict', { data: { state: from } });
}

/** The next moment at which an end is to be told, so many days before it; null when there is none ahead. */
export function computeNextNotice(endAt: number | null, days: readonly number[], at: number): number | null {
  if (endAt === null) return null;
  const ahead = days.map((count) => endAt - count * dayMs).filter((moment) => moment > at);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

async function addChange(
  { tx, at }: TxContext,
  one: Membership,
  fromEnd: number | null,
  { cause, operator, reason }: MembershipChange,
  { key, grantedMs, paid }: { readonly key: string | null } & Pick<GrantMark, 'grantedMs' | 'paid'>,
): Promise<void> {
  await tx
    .insertInto('membership_changes')
    .values({
      membership_id: one.id,
      user_id: one.userId,
      cause,
      grant_key: key,
      granted_ms: grantedMs,
      ...{ paid_days: paid.days, paid_thirtieths: paid.thirtieths, paid_terms: paid.terms },
      from_end: fromEnd,
      to_end: one.endAt,
      reason,
      operator: operator.kind,
      operator_id: operator.id,
      created_at: at,
    })
    .execute();
}

/** The level and the end that the record of a person shows are those of the membership that is active. */
async function project({ tx }: TxContext, userId: number, memberships: readonly Membership[]): Promise<void> {
  const active = memberships.find(({ status }) => status === 'active');
  await tx
    .updateTable('users')
    .set({ vip_level: active?.level ?? 0, vip_expires_at: active?.endAt ?? null })
    .where('id', '=', userId)
    .execute();
}

/** The membership that a user has at a moment, though one that is over may not have been ended yet; null for none. */
export async function getCurrentMembership(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  userId: number,
): Promise<ServiceMembership | null> {
  const [first] = await getFirstMembershipByUser(read, rules, [await listCurrentMemberships(read, rules, userId)]);
  return first ?? null;
}

/** The same of the memberships that each of some people has then, for whoever has read them. */
export async function getFirstMembershipByUser(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  people: readonly (readonly Membership[])[],
): Promise<(ServiceMembership | null)[]> {
  const lines = people.map(sortTimeline);
  const buckets = await listBuckets(
    tx,
    lines.flatMap(([now]) => now?.id ?? []),
  );
  return lines.map(([now, next]) =>
    now ? shown(now, next, deriveQuotaStates(buckets, rules, now, at), rules, at) : null,
  );
}

function shown(
  now: Membership,
  next: Membership | undefined,
  quotas: readonly QuotaState[],
  rules: MembershipRules,
  at: number,
): ServiceMembership {
  return {
    membershipId: now.id,
    planId: now.plan.planId,
    planName: now.plan.name,
    planNameEn: now.plan.nameEn,
    level: now.level,
    features: now.plan.features,
    startAt: now.startAt ?? at,
    expiresAt: now.endAt,
    remindDays: next ? null : daysUntilNotice(now.endAt, rules.noticeDays, at),
    quotas: quotas.map(({ capability, period, modelGroup = null, granted, used, resetsAt }) => ({
      capability,
      period,
      modelGroup,
      granted,
      used,
      resetsAt,
    })),
    next: next ? { planName: next.plan.name, level: next.level, startAt: next.startAt } : null,
  };
}

/** How many days are left, once there are as few as it is to be told at; else null. */
function daysUntilNotice(endAt: number | null, noticeDays: readonly number[], at: number): number | null {
  if (endAt === null) return null;
  const days = Math.max(0, Math.ceil((endAt - at) / dayMs));
  return noticeDays.some((count) => days <= count) ? days : null;
}

import { ApiError, type ServiceMembership } from '@gantry/core';
import type { Reader, Row, RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { listCurrentMemberships } from './quotas/eligibility.ts';
import { deriveQuotaStates, listBuckets, type QuotaState } from './quotas/quota-buckets.ts';
import type { PaidPeriods } from './quotas/quota-periods.ts';
import { layOut, sortTimeline } from './timeline.ts';

export type OpenMembershipStatus = 'active' | 'scheduled' | 'suspended';
export type MembershipStatus = OpenMembershipStatus | 'expired' | 'revoked';

/** A stored membership. Times are UTC ms unless noted. */
export interface Membership {
  readonly id: number;
  readonly userId: number;
  readonly plan: PlanSnapshot;
  readonly level: number;
  readonly status: MembershipStatus;
  /** Null for a membership behind a lifetime one. */
  readonly startAt: number | null;
  /** Null for a lifetime membership, or one behind a lifetime membership. */
  readonly endAt: number | null;
  /** Remaining time of a scheduled or suspended membership in ms; null for lifetime. Unused while active. */
  readonly remainingMs: number | null;
  /** The time that quota periods are counted from while the membership is active; see `quota-periods.ts`. */
  readonly quotaFrom: number | null;
  /** Time elapsed in its quota periods while it is not active, in ms; null when it was never active. */
  readonly quotaElapsedMs: number | null;
  /** Number of the quota term. A renewal under `reset` or `replace` opens the next term. */
  readonly quotaTerm: number;
  /** Daily periods paid for in this term; null when only the duration limits them. */
  readonly paidDays: number | null;
  /** Monthly periods paid for in this term, in thirtieths; null when only the duration limits them. */
  readonly paidThirtieths: number | null;
  /** The time that months are counted from: each month ends on its day, or on the last day of a shorter month. */
  readonly anchorAt: number | null;
  readonly suspendedAt: number | null;
  readonly reason: string | null;
}

const toNumberOrNull = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

export function toMembership(row: RowOf<'user_memberships'>): Membership {
  return {
    id: row.id,
    userId: row.user_id,
    plan: JSON.parse(row.plan_snapshot ?? 'null') as PlanSnapshot,
    level: row.level ?? 0,
    status: row.status as MembershipStatus,
    startAt: toNumberOrNull(row.start_at),
    endAt: toNumberOrNull(row.end_at),
    remainingMs: toNumberOrNull(row.remaining_ms),
    quotaFrom: toNumberOrNull(row.quota_from),
    quotaElapsedMs: toNumberOrNull(row.quota_elapsed_ms),
    quotaTerm: row.quota_term ?? 1,
    paidDays: toNumberOrNull(row.paid_days),
    paidThirtieths: toNumberOrNull(row.paid_thirtieths),
    anchorAt: toNumberOrNull(row.anchor_at),
    suspendedAt: toNumberOrNull(row.suspended_at),
    reason: row.reason,
  };
}

/** Returns the memberships of a user that are neither expired nor revoked. */
export async function listMemberships(read: { readonly tx: Reader }, userId: number): Promise<Membership[]> {
  return listMembershipsByUser(read, [userId]);
}

/** Returns the open memberships of several users. Requires at least one ID. */
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

/** Returns the columns that may change after a membership is created. */
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

/** Why an end changes. Only `setEnd`, `suspend`, `revoke`, `refund` and `reversal` may move an end earlier. */
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

/** The grant that a change records, and its membership. */
interface GrantMark {
  readonly membershipId: number;
  /** Natural key of the grant. */
  readonly key: string;
  /** Granted time in ms; null for lifetime. */
  readonly grantedMs: number | null;
  readonly paid: GrantedPeriods;
}

/** The quota periods that a grant pays for. `terms` is the multiple of the whole-term quotas. */
export interface GrantedPeriods extends PaidPeriods {
  readonly terms: number;
}

/**
 * Recalculates the timeline of a user and writes it in the caller's transaction: the rows, a change for each end that moved, the
 * next notice and the level in the user record. `memberships` must contain all open memberships of the user; one that is missing
 * in `before` is new. Returns the memberships as written.
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
  // When two memberships swap, the one that was active is written first, because only one may be active at a time.
  const inOrder = [...after].sort(
    (one, other) => isLeaving(old.get(other.id), other) - isLeaving(old.get(one.id), one),
  );
  const follows = sortTimeline(after).length > 1;
  for (const one of inOrder) {
    const earlier = old.get(one.id);
    const isNew = earlier === undefined;
    if (earlier !== one) await writeRow(scope, rules, earlier?.status ?? 'scheduled', one, follows);
    const own = mark?.membershipId === one.id ? mark : null;
    const paid = own?.paid ?? getGainedPeriods(earlier ?? one, one);
    if (isNew || own || earlier.endAt !== one.endAt || (paid.days ?? 0) > 0 || (paid.thirtieths ?? 0) > 0)
      await addChange(scope, one, earlier?.endAt ?? null, change, { key: null, grantedMs: null, ...own, paid });
  }
  const userId = after[0]?.userId;
  if (userId !== undefined) await updateUserLevel(scope, userId, after);
}

/** Returns the quota periods that a change without a grant adds. Removed periods count as 0. */
function getGainedPeriods(before: Membership, after: Membership): GrantedPeriods {
  const addOrNull = (one: number | null, other: number | null) =>
    one === null || other === null ? null : Math.max(0, other - one);
  return {
    days: addOrNull(before.paidDays, after.paidDays),
    thirtieths: addOrNull(before.paidThirtieths, after.paidThirtieths),
    terms: 0,
  };
}

const isLeaving = (old: Membership | undefined, now: Membership) =>
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

/** Returns the next time to announce an end; `days` are days before the end. Null when no announcement is left. */
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

/** Writes the level and the end of the active membership to the user record. */
async function updateUserLevel({ tx }: TxContext, userId: number, memberships: readonly Membership[]): Promise<void> {
  const active = memberships.find(({ status }) => status === 'active');
  await tx
    .updateTable('users')
    .set({ vip_level: active?.level ?? 0, vip_expires_at: active?.endAt ?? null })
    .where('id', '=', userId)
    .execute();
}

/** Returns the active membership of a user at `at`, even when the row has not been updated yet; null when there is none. */
export async function getCurrentMembership(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  userId: number,
): Promise<ServiceMembership | null> {
  const [first] = await getFirstMembershipByUser(read, rules, [await listCurrentMemberships(read, rules, userId)]);
  return first ?? null;
}

/** Returns the active membership of each user from lists that were already read, one list per user; null when there is none. */
export async function getFirstMembershipByUser(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  membershipsByUser: readonly (readonly Membership[])[],
): Promise<(ServiceMembership | null)[]> {
  const timelines = membershipsByUser.map(sortTimeline);
  const buckets = await listBuckets(
    tx,
    timelines.flatMap(([now]) => now?.id ?? []),
  );
  return timelines.map(([now, next]) =>
    now ? toServiceMembership(now, next, deriveQuotaStates(buckets, rules, now, at), rules, at) : null,
  );
}

function toServiceMembership(
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
    remindDays: next ? null : countDaysUntilNotice(now.endAt, rules.noticeDays, at),
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

/** Returns the days left when they are within a notice period; otherwise null. */
function countDaysUntilNotice(endAt: number | null, noticeDays: readonly number[], at: number): number | null {
  if (endAt === null) return null;
  const days = Math.max(0, Math.ceil((endAt - at) / dayMs));
  return noticeDays.some((count) => days <= count) ? days : null;
}

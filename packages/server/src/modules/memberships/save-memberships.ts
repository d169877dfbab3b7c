import { ApiError } from '@gantry/core';
import type { Operator, TxContext } from '../ledger/posting.ts';
import { type Membership, type MembershipStatus, toMembershipCells } from './membership-rows.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import type { PaidPeriods } from './quotas/quota-periods.ts';
import { layOut, sortTimeline } from './timeline.ts';

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
export interface GrantMark {
  readonly membershipId: number;
  /** Its natural key. */
  readonly key: string;
  /** What it gave, in ms; null for ever. */
  readonly grantedMs: number | null;
  readonly paid: GrantedPeriods;
}

/** What a grant pays for, with how many times what is for a whole term. */
export interface GrantedPeriods extends PaidPeriods {
  readonly terms: number;
}

/**
 * Lays out what has become of somebody's memberships, all that stand of them, and writes it in the caller's transaction: the
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

import type { Reader, Row } from '../../platform/store/database.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';

export type OpenMembershipStatus = 'active' | 'scheduled' | 'suspended';
export type MembershipStatus = OpenMembershipStatus | 'expired' | 'revoked';

/** A membership as stored. Moments are UTC ms. */
export interface Membership {
  readonly id: number;
  readonly userId: number;
  readonly plan: PlanSnapshot;
  readonly level: number;
  readonly status: MembershipStatus;
  /** Null for one that waits behind one for ever. */
  readonly startAt: number | null;
  /** Null for ever, or behind one for ever. */
  readonly endAt: number | null;
  /** What one that waits or is suspended has left, in ms; null for ever. One that is active has until its end. */
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

export function toMembership(row: Row): Membership {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    plan: JSON.parse(String(row.plan_snapshot)) as PlanSnapshot,
    level: Number(row.level),
    status: row.status as MembershipStatus,
    startAt: numberOrNull(row.start_at),
    endAt: numberOrNull(row.end_at),
    remainingMs: numberOrNull(row.remaining_ms),
    quotaFrom: numberOrNull(row.quota_from),
    quotaElapsedMs: numberOrNull(row.quota_elapsed_ms),
    quotaTerm: Number(row.quota_term ?? 1),
    paidDays: numberOrNull(row.paid_days),
    paidThirtieths: numberOrNull(row.paid_thirtieths),
    anchorAt: numberOrNull(row.anchor_at),
    suspendedAt: numberOrNull(row.suspended_at),
    reason: row.reason === null ? null : String(row.reason),
  };
}

/** The memberships of somebody that are neither over nor taken back. */
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
export function toMembershipCells(one: Membership): Row {
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

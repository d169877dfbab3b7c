import { riskRestriction, user } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import { createChangedDraft, createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Dialect, Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { changeRecord, lockRows, type Stamp } from '../../platform/store/records.ts';
import { type Found, restrict } from './restrictions.ts';
import { findSuspects, isTimeless, type RiskTerms } from './suspects.ts';

interface Ban {
  readonly reason: string;
  /** UTC ms; null for permanent. */
  readonly until: number | null;
}

const mayBeBanned: readonly unknown[] = user.actions.ban.from;

/** Whether a ban has expired although it was not lifted yet. */
const isOver = ({ status, ban_until: until }: RowOf<'users'>, { at }: Stamp) =>
  status === 'banned' && typeof until === 'number' && until <= at;

/** Bans the users that are not banned now and signs them out everywhere. Returns the audit entries, one per user. */
export async function banPeople(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Dialect },
  ids: readonly number[],
  { reason, until }: Ban,
  stamp: Stamp,
): Promise<AuditDraft[]> {
  const drafts: AuditDraft[] = [];
  // In ID order, like every lock on several users.
  for (const row of await lockRows(
    tx,
    dialect,
    user,
    [...ids].sort((one, other) => one - other),
  )) {
    if (!mayBeBanned.includes(row.status) && !isOver(row, stamp)) continue;
    const cells = { status: 'banned', ban_reason: reason, ban_until: until };
    await changeRecord(tx, dialect, user, row, { ...cells, token_version: row.token_version + 1 }, stamp);
    // The sign-out is not part of the log entry: undoing the ban does not restore sessions.
    drafts.push(createChangedDraft(user, 'ban', row, cells));
  }
  return drafts;
}

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
}

/** Bans temporarily if the rule says so. Returns the audit entries, which are empty when no user was left to ban. */
export async function freeze(
  scope: Scope,
  rule: RiskTerms,
  involved: readonly number[],
  stamp: Stamp,
): Promise<AuditDraft[]> {
  if (rule.action !== 'freeze') return [];
  return banPeople(scope, involved, { reason: rule.name, until: stamp.at + rule.lastsMs }, stamp);
}

/** The latest event of a rule and a subject. */
export type LatestEvent = Pick<
  RowOf<'risk_events'>,
  'id' | 'status' | 'measured' | 'created_at' | 'acted_at' | 'acts_until' | 'renewals'
>;

/** Requires a captcha or blocks rewards temporarily if the rule says so. Returns the audit entries. */
export async function applyMeasures(scope: Scope, rule: RiskTerms, found: Found, stamp: Stamp): Promise<AuditDraft[]> {
  if (rule.action !== 'captcha' && rule.action !== 'limit') return [];
  const { id, row } = await restrict(scope, rule, rule.action, found, stamp);
  return [createCreatedDraft(riskRestriction, id, row)];
}

/**
 * Whether a measure of an open event must start again: it expired, was not lifted, and the actions since it started have reached
 * the threshold again, so that the same actions never count twice. A debt has no time window; it must have grown since the event,
 * because a blocked user cannot repay it.
 */
export async function isDueAgain(
  reads: Reader,
  rule: RiskTerms,
  event: LatestEvent,
  key: string,
  at: number,
): Promise<boolean> {
  const ended = event.status === 'open' && event.acts_until !== null && event.acts_until <= at;
  if (!ended || rule.action === 'flag') return false;
  const [found] = await findSuspects(reads, rule, getCountedSince(rule, event, at), 1, key);
  if (!found || (isTimeless(rule.kind) && found.measured <= Number(event.measured))) return false;
  return !(await isLifted(reads, event));
}

/** From when actions count towards a repeated measure; UTC ms. */
export const getCountedSince = ({ windowMs }: RiskTerms, event: LatestEvent, at: number): number =>
  Math.max(at - windowMs, Number(event.acted_at));

async function isLifted(reads: Reader, { id }: LatestEvent): Promise<boolean> {
  const last = await reads
    .selectFrom('risk_restrictions')
    .select('status')
    .where('event_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.status === 'lifted';
}

/** After an admin lifts a ban, the open events that caused it do not ban the user again. */
export async function recordUnban(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('risk_events')
    .set({ acts_until: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('action_taken', '=', 'freeze')
    .execute();
}

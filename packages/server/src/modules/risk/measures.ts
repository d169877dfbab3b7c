import { riskRestriction, user } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import { createChangedDraft, createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Dialect, Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { changeRecord, lockRows, type Stamp } from '../../platform/store/records.ts';
import { type Found, restrict } from './restrictions.ts';
import { findSuspects, isTimeless, type RiskTerms } from './suspects.ts';

interface Ban {
  readonly reason: string;
  /** UTC ms; null is for good. */
  readonly until: number | null;
}

const mayBeBanned: readonly unknown[] = user.actions.ban.from;

/** A ban whose time is over is none, though it was not lifted yet. */
const isOver = ({ status, ban_until: until }: RowOf<'users'>, { at }: Stamp) =>
  status === 'banned' && typeof until === 'number' && until <= at;

/** Bans those of some people who are not banned now and signs them out everywhere; gives what the log keeps, one entry each. */
export async function banPeople(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Dialect },
  ids: readonly number[],
  { reason, until }: Ban,
  stamp: Stamp,
): Promise<AuditDraft[]> {
  const drafts: AuditDraft[] = [];
  // In the order of their ids, as whoever else locks several of them does.
  for (const row of await lockRows(
    tx,
    dialect,
    user,
    [...ids].sort((one, other) => one - other),
  )) {
    if (!mayBeBanned.includes(row.status) && !isOver(row, stamp)) continue;
    const cells = { status: 'banned', ban_reason: reason, ban_until: until };
    await changeRecord(tx, dialect, user, row, { ...cells, token_version: row.token_version + 1 }, stamp);
    // The sign-out is not stored with it: after the ban is lifted, the user signs in again.
    drafts.push(createChangedDraft(user, 'ban', row, cells));
  }
  return drafts;
}

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
}

/** Bans for a time where a rule says so; returns the values for the log, nothing where no user was left to ban. */
export async function freeze(
  scope: Scope,
  rule: RiskTerms,
  involved: readonly number[],
  stamp: Stamp,
): Promise<AuditDraft[]> {
  if (rule.action !== 'freeze') return [];
  return banPeople(scope, involved, { reason: rule.name, until: stamp.at + rule.lastsMs }, stamp);
}

/** What is known of the latest event of a rule and a subject. */
export type LastEvent = Pick<
  RowOf<'risk_events'>,
  'id' | 'status' | 'measured' | 'created_at' | 'acted_at' | 'acts_until' | 'renewals'
>;

/** Requires a captcha or blocks rewards for a time where a rule says so; returns the values for the log. */
export async function applyMeasures(scope: Scope, rule: RiskTerms, found: Found, stamp: Stamp): Promise<AuditDraft[]> {
  if (rule.action !== 'captcha' && rule.action !== 'limit') return [];
  const { id, row } = await restrict(scope, rule, rule.action, found, stamp);
  return [createCreatedDraft(riskRestriction, id, row)];
}

/**
 * Is a measure of an open event to start again? It ended on its own, was not lifted, and what was counted since it started has
 * reached the threshold again, so that the same actions never count twice. A debt is not of a time: it has to be more than was told of,
 * for whoever is kept out cannot pay it.
 */
export async function isDueAgain(
  reads: Reader,
  rule: RiskTerms,
  event: LastEvent,
  key: string,
  at: number,
): Promise<boolean> {
  const ended = event.status === 'open' && event.acts_until !== null && event.acts_until <= at;
  if (!ended || rule.action === 'flag') return false;
  const [found] = await findSuspects(reads, rule, getCountedSince(rule, event, at), 1, key);
  if (!found || (isTimeless(rule.kind) && found.measured <= Number(event.measured))) return false;
  return !(await isLifted(reads, event));
}

/** From when on actions count towards a measure that starts again; UTC ms. */
export const getCountedSince = ({ windowMs }: RiskTerms, event: LastEvent, at: number): number =>
  Math.max(at - windowMs, Number(event.acted_at));

async function isLifted(reads: Reader, { id }: LastEvent): Promise<boolean> {
  const last = await reads
    .selectFrom('risk_restrictions')
    .select('status')
    .where('event_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.status === 'lifted';
}

/** After an admin lifted a ban, the open events that caused it do not ban the user again. */
export async function recordUnban(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('risk_events')
    .set({ acts_until: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('action_taken', '=', 'freeze')
    .execute();
}

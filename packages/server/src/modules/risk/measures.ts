import { riskRestriction } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-entry.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { Dialect, Reader, Row, Tx } from '../../platform/store/database.ts';
import type { Stamp } from '../../platform/store/records.ts';
import { banPeople } from './ban-people.ts';
import { type Found, restrict } from './restrictions.ts';
import type { RiskTerms } from './risk-terms.ts';
import { findSuspects, isTimeless } from './suspects.ts';

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
}

/** Bans for a time where a rule says so; gives what the log keeps, nothing where nobody was left to ban. */
export async function freeze(
  scope: Scope,
  rule: RiskTerms,
  involved: readonly number[],
  stamp: Stamp,
): Promise<AuditDraft[]> {
  if (rule.action !== 'freeze') return [];
  return banPeople(scope, involved, { reason: rule.name, until: stamp.at + rule.lastsMs }, stamp);
}

/** Asks for a captcha or refuses rewards for a time where a rule says so; gives what the log keeps. */
export async function applyMeasures(scope: Scope, rule: RiskTerms, found: Found, stamp: Stamp): Promise<AuditDraft[]> {
  if (rule.action !== 'captcha' && rule.action !== 'limit') return [];
  const { id, row } = await restrict(scope, rule, rule.action, found, stamp);
  return [createCreatedDraft(riskRestriction, id, row)];
}

/**
 * Is a measure of an open event to begin anew? It ended by itself, nobody lifted it, and what was counted since it began has
 * reached the threshold again: nobody meets it twice for the same deeds. A debt is not of a time: it has to be more than was told of,
 * for whoever is kept out cannot pay it.
 */
export async function isDueAgain(
  reads: Reader,
  rule: RiskTerms,
  event: Row,
  key: string,
  at: number,
): Promise<boolean> {
  const ended = event.status === 'open' && event.acts_until !== null && Number(event.acts_until) <= at;
  if (!ended || rule.action === 'flag') return false;
  const [found] = await findSuspects(reads, rule, getCountedSince(rule, event, at), 1, key);
  if (!found || (isTimeless(rule.kind) && found.measured <= Number(event.measured))) return false;
  return !(await isLifted(reads, event));
}

/** From when on deeds count towards a measure that begins anew; UTC ms. */
export const getCountedSince = ({ windowMs }: RiskTerms, event: Row, at: number): number =>
  Math.max(at - windowMs, Number(event.acted_at));

async function isLifted(reads: Reader, { id }: Row): Promise<boolean> {
  const last = await reads
    .selectFrom('risk_restrictions')
    .select('status')
    .where('event_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.status === 'lifted';
}

/** Somebody pardoned a person: open events, whose ban it was, do not ban them anew. */
export async function recordUnban(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('risk_events')
    .set({ acts_until: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('action_taken', '=', 'freeze')
    .execute();
}

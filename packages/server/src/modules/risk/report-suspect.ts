import { type RiskAction, type RiskKind, riskEvent } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import { createRiskNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader, Row, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { applyMeasures, freeze, getCountedSince, isDueAgain } from './measures.ts';
import { type Found, hashAddress } from './restrictions.ts';
import { minuteMs, type RiskTerms } from './risk-terms.ts';
import { listInvolved, type Suspect } from './suspects.ts';

export interface RiskDeps extends Pick<Services, 'database' | 'clock' | 'audit'> {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly settings: Pick<SettingsReader, 'read'>;
}

/** What an event is known by: nothing of a person that outlives them. */
function subjectOf({ keyring }: RiskDeps, kind: RiskKind, key: string): string {
  return kind === 'registrations' ? hashAddress(keyring, key) : key;
}

/**
 * Writes down what a rule found, tells of it and restricts or bans for a time if the rule says so, all in one transaction.
 * What is open already, or was told within the window, is raised to the new count instead; a measure of an open event that has
 * ended begins anew once the threshold is reached again. Gives whether there is a new event or measure.
 */
export async function reportSuspect(deps: RiskDeps, rule: RiskTerms, suspect: Suspect): Promise<boolean> {
  const { database, clock } = deps;
  const subject = subjectOf(deps, rule.kind, suspect.key);
  const terms = { ...rule, action: await possible(deps, rule.action) };
  // Most of what a round finds was told before and has not grown: it needs no turn at writing.
  const reported = await lastEvent(database.read, rule, subject);
  if (reported && isReported(reported, rule, clock()) && suspect.measured <= Number(reported.measured))
    if (!(await isDueAgain(database.read, terms, reported, suspect.key, clock()))) return false;
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `risk:${rule.id}:${subject}`);
    const at = clock();
    const last = await lastEvent(tx, rule, subject);
    if (last && isReported(last, rule, at)) {
      // The person before the event, as whoever pardons them holds both.
      const renewed = await renew(deps, tx, terms, last, { ...suspect, subject, at });
      await raise(tx, last, suspect.measured, at);
      return renewed;
    }
    const involved = await listInvolved(tx, rule.kind, suspect.key, at - rule.windowMs);
    if (involved.length === 0) return false;
    await openEvent(deps, tx, terms, { ...suspect, subject, involved, at });
    return true;
  });
}

/** A captcha is asked for by the platform's clients: while they have none, a rule can only tell. */
async function possible({ settings }: RiskDeps, action: RiskAction): Promise<RiskAction> {
  if (action !== 'captcha') return action;
  return (await settings.read('extensions', 'captcha')).forClients ? action : 'flag';
}

const isReported = (event: Row, { windowMs }: RiskTerms, at: number) =>
  event.status === 'open' || Number(event.created_at) > at - windowMs;

function lastEvent(read: Reader, { id }: RiskTerms, subject: string): Promise<Row | undefined> {
  return read
    .selectFrom('risk_events')
    .select(['id', 'status', 'measured', 'created_at', 'acted_at', 'acts_until', 'renewals'])
    .where('rule_id', '=', id)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Counts on: no change of the record, so its version stays. */
async function raise(tx: Tx, event: Row, measured: number, at: number): Promise<void> {
  if (measured <= Number(event.measured)) return;
  await tx.updateTable('risk_events').set({ measured, last_at: at }).where('id', '=', event.id).execute();
}

interface Diagnostic extends Suspect, Omit<Found, 'eventId'> {
  readonly at: number;
}

async function openEvent(deps: RiskDeps, tx: Tx, rule: RiskTerms, diagnostic: Diagnostic): Promise<void> {
  const { database, audit, clock } = deps;
  const { at, involved } = diagnostic;
  const stamp = { by: null, at };
  const scope = { tx, dialect: database.dialect };
  const banned = await freeze(scope, rule, involved, stamp);
  const actionTaken = rule.action === 'freeze' && banned.length === 0 ? 'flag' : rule.action;
  const acts = actionTaken === 'flag' ? {} : { actedAt: at, actsUntil: at + rule.lastsMs };
  const values = {
    name: rule.name,
    ruleId: rule.id,
    kind: rule.kind,
    userId: involved[0],
    people: involved.length,
    measured: diagnostic.measured,
    threshold: rule.threshold,
    windowMinutes: rule.windowMs / minuteMs,
    involved: involved.length > 1 ? involved.map((userId) => ({ userId })) : null,
    actionTaken,
    ...acts,
    lastAt: at,
    subject: diagnostic.subject,
  };
  const row = createRow(riskEvent, values, stamp);
  const [id = 0] = await insertRecords(tx, scope.dialect, riskEvent, [row]);
  const hindered = await applyMeasures(scope, rule, { ...diagnostic, eventId: id }, stamp);
  await audit.append(tx, null, createCreatedDraft(riskEvent, id, row), ...banned, ...hindered);
  await notify(tx, clock, createRiskNotification(rule.name));
}

/** Begins the measure of an open event anew where that is due; it is told again, and no second event is made. */
async function renew(
  { database, audit, clock }: RiskDeps,
  tx: Tx,
  rule: RiskTerms,
  event: Row,
  { key, subject, at }: Omit<Diagnostic, 'involved'>,
): Promise<boolean> {
  if (!(await isDueAgain(tx, rule, event, key, at))) return false;
  const involved = await listInvolved(tx, rule.kind, key, getCountedSince(rule, event, at));
  if (involved.length === 0) return false;
  const scope = { tx, dialect: database.dialect };
  const stamp = { by: null, at };
  const found = { eventId: Number(event.id), subject, involved };
  const drafts = [...(await freeze(scope, rule, involved, stamp)), ...(await applyMeasures(scope, rule, found, stamp))];
  if (drafts.length === 0) return false;
  const acts = { action_taken: rule.action, acted_at: at, acts_until: at + rule.lastsMs };
  const cells = { ...acts, renewals: Number(event.renewals ?? 0) + 1 };
  await tx.updateTable('risk_events').set(cells).where('id', '=', event.id).execute();
  await audit.append(tx, null, ...drafts);
  await notify(tx, clock, createRiskNotification(rule.name));
  return true;
}

import { type RiskAction, type RiskKind, riskEvent } from '@gantry/core';
import type { Services } from '../context.ts';
import { riskFound } from '../notifications/matters.ts';
import { notify } from '../notifications/notify.ts';
import { createdDraft } from '../resources/changes.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Reader, Row, Tx } from '../store/database.ts';
import { insertRecords, newRow } from '../store/records.ts';
import { countedSince, freeze, hinder, isDueAnew } from './measures.ts';
import { type Found, hashAddress } from './restrictions.ts';
import { minuteMs, type RiskTerms } from './risk-terms.ts';
import { involvedIn, type Suspect } from './suspects.ts';

export interface RiskNeeds extends Pick<Services, 'database' | 'clock' | 'audit'> {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly settings: Pick<SettingsReader, 'read'>;
}

/** What an event is known by: nothing of a person that outlives them. */
function subjectOf({ keyring }: RiskNeeds, kind: RiskKind, key: string): string {
  return kind === 'registrations' ? hashAddress(keyring, key) : key;
}

/**
 * Writes down what a rule found, tells of it and restricts or bans for a time if the rule says so, all in one transaction.
 * What is open already, or was told within the window, is raised to the new count instead; a measure of an open event that has
 * ended begins anew once the threshold is reached again. Gives whether there is a new event or measure.
 */
export async function reportSuspect(needs: RiskNeeds, rule: RiskTerms, suspect: Suspect): Promise<boolean> {
  const { database, clock } = needs;
  const subject = subjectOf(needs, rule.kind, suspect.key);
  const terms = { ...rule, action: await possible(needs, rule.action) };
  // Most of what a round finds was told before and has not grown: it needs no turn at writing.
  const told = await lastEvent(database.read, rule, subject);
  if (told && isTold(told, rule, clock()) && suspect.measured <= Number(told.measured))
    if (!(await isDueAnew(database.read, terms, told, suspect.key, clock()))) return false;
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `risk:${rule.id}:${subject}`);
    const at = clock();
    const last = await lastEvent(tx, rule, subject);
    if (last && isTold(last, rule, at)) {
      // The person before the event, as whoever pardons them holds both.
      const renewed = await renew(needs, tx, terms, last, { ...suspect, subject, at });
      await raise(tx, last, suspect.measured, at);
      return renewed;
    }
    const involved = await involvedIn(tx, rule.kind, suspect.key, at - rule.windowMs);
    if (involved.length === 0) return false;
    await openEvent(needs, tx, terms, { ...suspect, subject, involved, at });
    return true;
  });
}

/** A captcha is asked for by the platform's clients: while they have none, a rule can only tell. */
async function possible({ settings }: RiskNeeds, action: RiskAction): Promise<RiskAction> {
  if (action !== 'captcha') return action;
  return (await settings.read('extensions', 'captcha')).forClients ? action : 'flag';
}

const isTold = (event: Row, { windowMs }: RiskTerms, at: number) =>
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

interface Finding extends Suspect, Omit<Found, 'eventId'> {
  readonly at: number;
}

async function openEvent(needs: RiskNeeds, tx: Tx, rule: RiskTerms, finding: Finding): Promise<void> {
  const { database, audit, clock } = needs;
  const { at, involved } = finding;
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
    measured: finding.measured,
    threshold: rule.threshold,
    windowMinutes: rule.windowMs / minuteMs,
    involved: involved.length > 1 ? involved.map((userId) => ({ userId })) : null,
    actionTaken,
    ...acts,
    lastAt: at,
    subject: finding.subject,
  };
  const row = newRow(riskEvent, values, stamp);
  const [id = 0] = await insertRecords(tx, scope.dialect, riskEvent, [row]);
  const hindered = await hinder(scope, rule, { ...finding, eventId: id }, stamp);
  await audit.append(tx, null, createdDraft(riskEvent, id, row), ...banned, ...hindered);
  await notify(tx, clock, riskFound(rule.name));
}

/** Begins the measure of an open event anew where that is due; it is told again, and no second event is made. */
async function renew(
  { database, audit, clock }: RiskNeeds,
  tx: Tx,
  rule: RiskTerms,
  event: Row,
  { key, subject, at }: Omit<Finding, 'involved'>,
): Promise<boolean> {
  if (!(await isDueAnew(tx, rule, event, key, at))) return false;
  const involved = await involvedIn(tx, rule.kind, key, countedSince(rule, event, at));
  if (involved.length === 0) return false;
  const scope = { tx, dialect: database.dialect };
  const stamp = { by: null, at };
  const found = { eventId: Number(event.id), subject, involved };
  const drafts = [...(await freeze(scope, rule, involved, stamp)), ...(await hinder(scope, rule, found, stamp))];
  if (drafts.length === 0) return false;
  const acts = { action_taken: rule.action, acted_at: at, acts_until: at + rule.lastsMs };
  const cells = { ...acts, renewals: Number(event.renewals ?? 0) + 1 };
  await tx.updateTable('risk_events').set(cells).where('id', '=', event.id).execute();
  await audit.append(tx, null, ...drafts);
  await notify(tx, clock, riskFound(rule.name));
  return true;
}

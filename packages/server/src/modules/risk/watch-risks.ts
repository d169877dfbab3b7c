import { type RiskAction, type RiskKind, riskEvent, riskRule } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import { isRetryDue, processDue, type RoundDeps } from '../../platform/jobs/sweep.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { dueTime, findNextDue } from '../../platform/jobs/ticker.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { expireApprovals } from './approvals/expire-approvals.ts';
import { applyMeasures, freeze, getCountedSince, isDueAgain, type LastEvent } from './measures.ts';
import { expireRestrictions, type Found, hashAddress } from './restrictions.ts';
import { findSuspects, listInvolved, minuteMs, type RiskTerms, type Suspect, toRiskTerms } from './suspects.ts';

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
 * ended starts again once the threshold is reached again. Gives whether there is a new event or measure.
 */
async function reportSuspect(deps: RiskDeps, rule: RiskTerms, suspect: Suspect): Promise<boolean> {
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

const isReported = (event: LastEvent, { windowMs }: RiskTerms, at: number) =>
  event.status === 'open' || event.created_at > at - windowMs;

function lastEvent(read: Reader, { id }: RiskTerms, subject: string): Promise<LastEvent | undefined> {
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
async function raise(tx: Tx, event: LastEvent, measured: number, at: number): Promise<void> {
  if (measured <= (event.measured ?? 0)) return;
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

/** Starts the measure of an open event again where that is due; it is reported again, without a second event. */
async function renew(
  { database, audit, clock }: RiskDeps,
  tx: Tx,
  rule: RiskTerms,
  event: LastEvent,
  { key, subject, at }: Omit<Diagnostic, 'involved'>,
): Promise<boolean> {
  if (!(await isDueAgain(tx, rule, event, key, at))) return false;
  const involved = await listInvolved(tx, rule.kind, key, getCountedSince(rule, event, at));
  if (involved.length === 0) return false;
  const scope = { tx, dialect: database.dialect };
  const stamp = { by: null, at };
  const found = { eventId: event.id, subject, involved };
  const drafts = [...(await freeze(scope, rule, involved, stamp)), ...(await applyMeasures(scope, rule, found, stamp))];
  if (drafts.length === 0) return false;
  const acts = { action_taken: rule.action, acted_at: at, acts_until: at + rule.lastsMs };
  const cells = { ...acts, renewals: (event.renewals ?? 0) + 1 };
  await tx.updateTable('risk_events').set(cells).where('id', '=', event.id).execute();
  await audit.append(tx, null, ...drafts);
  await notify(tx, clock, createRiskNotification(rule.name));
  return true;
}

/** Findings of a rule in one round at most, the worst; a threshold that finds more tells of the others when those are fewer. */
const maxFound = 200;
/** A rule looks sixty times within its window, and never more often than this, in ms. */
const shortestPause = 30_000;
const watching = { resource: riskRule, action: 'watch' };

/** Lets every rule look whose time has come; one that cannot does not stop the others. Gives how many events are new. */
export async function watchRisks(deps: RiskDeps & RoundDeps): Promise<number> {
  const rules = await deps.database.read
    .selectFrom('risk_rules')
    .selectAll()
    .where('status', '=', 'enabled')
    .where(isRetryDue(watching, deps.clock(), 'risk_rules.id'))
    .orderBy('id')
    .execute();
  let found = 0;
  const due = rules.filter((rule) => isDue(rule, deps.clock()));
  await processDue(deps, watching, due, async (row) => {
    found += await applyRule(deps, toRiskTerms(row));
  });
  return found;
}

function isDue(row: RowOf<'risk_rules'>, now: number): boolean {
  if (row.checked_at === null) return true;
  const pause = Math.max(shortestPause, toRiskTerms(row).windowMs / 60);
  return now - row.checked_at >= pause;
}

async function applyRule(deps: RiskDeps, rule: RiskTerms): Promise<number> {
  const { database, clock } = deps;
  const at = clock();
  const suspects = await findSuspects(database.read, rule, at - rule.windowMs, maxFound);
  let found = 0;
  for (const suspect of suspects) if (await reportSuspect(deps, rule, suspect)) found += 1;
  await database.transaction((tx) => noteRound(tx, rule, found, at));
  return found;
}

/** What a round came to is no change of the rule, so its version stays. */
async function noteRound(tx: Tx, { id }: RiskTerms, found: number, at: number): Promise<void> {
  const hits = found > 0 ? { last_hit_at: at } : {};
  await tx
    .updateTable('risk_rules')
    .set(({ eb, fn }) => ({ ...hits, checked_at: at, hit_count: eb(fn.coalesce('hit_count', eb.val(0)), '+', found) }))
    .where('id', '=', id)
    .execute();
}

const second = 1_000;

/** Ends approvals and restrictions that are over, and looks for what the rules describe. */
export function createRiskJobs(services: RiskDeps & Services): readonly ScheduledJob[] {
  const { database, clock } = services;
  return [
    {
      name: 'expire approvals',
      everyMs: 10 * second,
      watches: ['approvals'],
      nextDue: () => findNextDue(database.read, [dueTime('approvals', 'expires_at', ['pending'])]),
      run: async () => {
        await expireApprovals(services);
      },
    },
    {
      name: 'evaluate risk rules',
      everyMs: 15 * second,
      watches: ['risk_rules', 'risk_restrictions'],
      nextDue: async () => {
        const rules = database.read.selectFrom('risk_rules').select('id').where('status', '=', 'enabled').limit(1);
        // A rule decides itself whether it is time to look.
        if (await rules.executeTakeFirst()) return clock() + 15 * second;
        return findNextDue(database.read, [dueTime('risk_restrictions', 'until', ['active'])]);
      },
      run: async () => {
        await watchRisks(services);
        await expireRestrictions(services);
      },
    },
  ];
}

/** All matches of the rules share one notification: the latest rule that matched. */
function createRiskNotification(rule: string): Notification {
  return {
    type: 'todo',
    event: 'riskFound',
    severity: 'warn',
    audience: 'everyone',
    dedupeKey: 'riskFound',
    params: { rule },
    route: routeTo(riskEvent, { status: ['open'] }),
  };
}

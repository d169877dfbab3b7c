import { type RiskAction, type RiskKind, riskEvent, riskRule } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createCreatedDraft } from '../../platform/engine/changes.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue, type SweepDeps } from '../../platform/jobs/sweep.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { expireApprovals } from './approvals/expire-approvals.ts';
import { applyMeasures, freeze, getCountedSince, isDueAgain, type LatestEvent } from './measures.ts';
import { expireRestrictions, type Found, hashAddress } from './restrictions.ts';
import { findSuspects, listInvolved, minuteMs, type RiskTerms, type Suspect, toRiskTerms } from './suspects.ts';

export interface RiskDeps extends Pick<Services, 'database' | 'clock' | 'audit'> {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly settings: Pick<SettingsReader, 'read'>;
}

/** The stored key of an event's subject; it contains no personal data that would outlive the user. */
function toSubjectKey({ keyring }: RiskDeps, kind: RiskKind, key: string): string {
  return kind === 'registrations' ? hashAddress(keyring, key) : key;
}

/**
 * Records what a rule matched, notifies admins, and restricts or bans temporarily if the rule says so, all in one transaction. An
 * event that is open or was created within the window is updated to the new count instead. An expired measure of an open event
 * starts again once the threshold is reached again. Returns whether there is a new event or measure.
 */
async function reportSuspect(deps: RiskDeps, rule: RiskTerms, suspect: Suspect): Promise<boolean> {
  const { database, clock } = deps;
  const subject = toSubjectKey(deps, rule.kind, suspect.key);
  const terms = { ...rule, action: await toSupportedAction(deps, rule.action) };
  // Most matches are already reported and have not grown, so they need no write transaction.
  const reported = await findLatestEvent(database.read, rule, subject);
  if (reported && isReported(reported, rule, clock()) && suspect.measured <= Number(reported.measured))
    if (!(await isDueAgain(database.read, terms, reported, suspect.key, clock()))) return false;
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `risk:${rule.id}:${subject}`);
    const at = clock();
    const last = await findLatestEvent(tx, rule, subject);
    if (last && isReported(last, rule, at)) {
      // Locks the user before the event, like an admin who lifts a ban.
      const renewed = await renew(deps, tx, terms, last, { ...suspect, subject, at });
      await updateCount(tx, last, suspect.measured, at);
      return renewed;
    }
    const involved = await listInvolved(tx, rule.kind, suspect.key, at - rule.windowMs);
    if (involved.length === 0) return false;
    await openEvent(deps, tx, terms, { ...suspect, subject, involved, at });
    return true;
  });
}

/** The platform's clients show the captcha: while they cannot, a rule can only flag. */
async function toSupportedAction({ settings }: RiskDeps, action: RiskAction): Promise<RiskAction> {
  if (action !== 'captcha') return action;
  return (await settings.read('extensions', 'captcha')).forClients ? action : 'flag';
}

const isReported = (event: LatestEvent, { windowMs }: RiskTerms, at: number) =>
  event.status === 'open' || event.created_at > at - windowMs;

function findLatestEvent(read: Reader, { id }: RiskTerms, subject: string): Promise<LatestEvent | undefined> {
  return read
    .selectFrom('risk_events')
    .select(['id', 'status', 'measured', 'created_at', 'acted_at', 'acts_until', 'renewals'])
    .where('rule_id', '=', id)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Updates the count. The record itself does not change, so its version stays. */
async function updateCount(tx: Tx, event: LatestEvent, measured: number, at: number): Promise<void> {
  if (measured <= (event.measured ?? 0)) return;
  await tx.updateTable('risk_events').set({ measured, last_at: at }).where('id', '=', event.id).execute();
}

interface Match extends Suspect, Omit<Found, 'eventId'> {
  readonly at: number;
}

async function openEvent(deps: RiskDeps, tx: Tx, rule: RiskTerms, match: Match): Promise<void> {
  const { database, audit, clock } = deps;
  const { at, involved } = match;
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
    measured: match.measured,
    threshold: rule.threshold,
    windowMinutes: rule.windowMs / minuteMs,
    involved: involved.length > 1 ? involved.map((userId) => ({ userId })) : null,
    actionTaken,
    ...acts,
    lastAt: at,
    subject: match.subject,
  };
  const row = createRow(riskEvent, values, stamp);
  const [id = 0] = await insertRecords(tx, scope.dialect, riskEvent, [row]);
  const restricted = await applyMeasures(scope, rule, { ...match, eventId: id }, stamp);
  await audit.append(tx, null, createCreatedDraft(riskEvent, id, row), ...banned, ...restricted);
  await notify(tx, clock, createRiskNotification(rule.name));
}

/** Starts the measure of an open event again when due, and notifies again without a second event. */
async function renew(
  { database, audit, clock }: RiskDeps,
  tx: Tx,
  rule: RiskTerms,
  event: LatestEvent,
  { key, subject, at }: Omit<Match, 'involved'>,
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

/** Maximum matches of a rule per run, the highest counts first; the others follow in later runs. */
const maxFound = 200;
/** A rule is evaluated sixty times per window, but at most once per this time, in ms. */
const minIntervalMs = 30_000;
const evaluation = { resource: riskRule, action: 'watch' };

/** Evaluates every due rule; a failing rule does not stop the others. Returns the number of new events. */
export async function watchRisks(deps: RiskDeps & SweepDeps): Promise<number> {
  const rules = await deps.database.read
    .selectFrom('risk_rules')
    .selectAll()
    .where('status', '=', 'enabled')
    .where(isRetryDue(evaluation, deps.clock(), 'risk_rules.id'))
    .orderBy('id')
    .execute();
  let found = 0;
  const due = rules.filter((rule) => isDue(rule, deps.clock()));
  await processDue(deps, evaluation, due, async (row) => {
    found += await applyRule(deps, toRiskTerms(row));
  });
  return found;
}

function isDue(row: RowOf<'risk_rules'>, now: number): boolean {
  if (row.checked_at === null) return true;
  const pause = Math.max(minIntervalMs, toRiskTerms(row).windowMs / 60);
  return now - row.checked_at >= pause;
}

async function applyRule(deps: RiskDeps, rule: RiskTerms): Promise<number> {
  const { database, clock } = deps;
  const at = clock();
  const suspects = await findSuspects(database.read, rule, at - rule.windowMs, maxFound);
  let found = 0;
  for (const suspect of suspects) if (await reportSuspect(deps, rule, suspect)) found += 1;
  await database.transaction((tx) => recordRun(tx, rule, found, at));
  return found;
}

/** The result of a run does not change the rule, so its version stays. */
async function recordRun(tx: Tx, { id }: RiskTerms, found: number, at: number): Promise<void> {
  const hits = found > 0 ? { last_hit_at: at } : {};
  await tx
    .updateTable('risk_rules')
    .set(({ eb, fn }) => ({ ...hits, checked_at: at, hit_count: eb(fn.coalesce('hit_count', eb.val(0)), '+', found) }))
    .where('id', '=', id)
    .execute();
}

const second = 1_000;

/** Creates the jobs that expire approvals and restrictions and evaluate the risk rules. */
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
        // Each rule decides whether it is due.
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

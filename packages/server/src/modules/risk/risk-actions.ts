import { type LocalizedText, localize, type RiskKind, riskEvent, riskRule, sharedNetworkKinds } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { longestPeriodMs } from '../../platform/store/attempts.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import { banPeople } from './measures.ts';
import { findSuspects, hourMs, listInvolved, minuteMs, toRiskTerms } from './suspects.ts';

const sharedNetwork: LocalizedText = {
  zh: '同一 IP 可能有无关用户共用，这类规则只能提醒或要求人机验证',
  en: 'Several users can share an IP address, so this rule can only notify or require a captcha.',
};
const forgotten: LocalizedText = {
  zh: '兑换失败只保留一天，窗口最长 1440 分钟',
  en: 'Failed redemptions are retained for one day. The window can be at most 1,440 minutes.',
};
const maxMinutes = longestPeriodMs / minuteMs;

/** Rejects invalid rules from every client. */
export const riskChecks: RecordChecks = {
  [riskRule.name]: ({ kind, action, windowMinutes }, { locale }) => {
    const isHard = action === 'freeze' || action === 'limit';
    if (isHard && sharedNetworkKinds.includes(String(kind) as RiskKind))
      return { action: [localize(sharedNetwork, locale)] };
    if (kind === 'redeemFailures' && Number(windowMinutes) > maxMinutes)
      return { windowMinutes: [localize(forgotten, locale)] };
    return null;
  },
};

/** Matches that a preview lists, and the maximum it counts. */
const maxShown = 20;
const maxCounted = 1_000;

/** Lists the users that the rule would match now, the highest count first. */
const previewRule: Operation<'risk_rules'> = {
  async run({ tx, row, services }) {
    const rule = toRiskTerms(row);
    const since = services.clock() - rule.windowMs;
    const found = await findSuspects(tx, rule, since, maxCounted);
    const suspects = [];
    for (const { key, measured } of found.slice(0, maxShown)) {
      const involved = await listInvolved(tx, rule.kind, key, since);
      const [userId] = involved;
      if (userId !== undefined) suspects.push({ userId, people: involved.length, measured });
    }
    return { data: { since, found: found.length, suspects } };
  },
};

/** Returns all users of an event. */
function getUserIds({ user_id: userId, involved }: RowOf<'risk_events'>): number[] {
  if (typeof involved !== 'string') return [userId];
  return (JSON.parse(involved) as { readonly userId: number }[]).map((one) => one.userId);
}

/** Bans all users of the event and closes it, or changes nothing. */
const banInvolved: Operation<'risk_events'> = {
  async run({ tx, services, caller, resource, name, row: event, input }) {
    const { dialect } = services.database;
    const stamp = { by: caller.actor.id, at: services.clock() };
    const reason = String(input.banReason);
    const until = typeof input.banHours === 'number' ? stamp.at + input.banHours * hourMs : null;
    const bans = await banPeople({ tx, dialect }, getUserIds(event), { reason, until }, stamp);
    const cells = { status: 'handled', note: reason };
    await changeRecord(tx, dialect, resource, event, cells, stamp);
    const handled = createChangedDraft(resource, name, event, pickDiffering(event, cells));
    return { data: { id: event.id, banned: bans.length }, audit: [handled, ...bans] };
  },
};

export const riskOperations: Operations = {
  [`${riskRule.name}/preview`]: previewRule,
  [`${riskEvent.name}/banPeople`]: banInvolved,
};

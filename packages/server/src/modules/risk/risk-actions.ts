import { riskEvent, riskRule } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import type { Row } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import { banPeople } from './ban-people.ts';
import { hourMs, toRiskTerms } from './risk-terms.ts';
import { findSuspects, listInvolved } from './suspects.ts';

/** Findings that a preview shows; it says how many there are. */
const maxShown = 20;
const maxCounted = 1_000;

/** Whom the rule would find now, the worst first. */
const previewRule: Operation = {
  async run({ tx, row, services }) {
    const rule = toRiskTerms(row ?? {});
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

/** Everybody whom an event is about: one, or those who were kept with it. */
function peopleOf({ user_id: userId, involved }: Row): number[] {
  if (typeof involved !== 'string') return [Number(userId)];
  return (JSON.parse(involved) as { readonly userId: number }[]).map((one) => one.userId);
}

/** Bans them all and closes the event, or does nothing of it. */
const banInvolved: Operation = {
  async run({ tx, services, caller, resource, name, row, input }) {
    const event = row ?? {};
    const { dialect } = services.database;
    const stamp = { by: caller.actor.id, at: services.clock() };
    const reason = String(input.banReason);
    const until = typeof input.banHours === 'number' ? stamp.at + input.banHours * hourMs : null;
    const bans = await banPeople({ tx, dialect }, peopleOf(event), { reason, until }, stamp);
    const cells = { status: 'handled', note: reason };
    await changeRecord(tx, dialect, resource, event, cells, stamp);
    const handled = createChangedDraft(resource, name, event, pickDiffering(event, cells));
    return { data: { id: Number(event.id), banned: bans.length }, audit: [handled, ...bans] };
  },
};

export const riskOperations: Operations = {
  [`${riskRule.name}/preview`]: previewRule,
  [`${riskEvent.name}/banPeople`]: banInvolved,
};

import { riskEvent, riskRule } from '@gantry/core';
import { changedDraft, differing } from '../../resources/changes.ts';
import type { Operation, Operations } from '../../resources/operation.ts';
import { banPeople } from '../../risk/ban-people.ts';
import { hourMs, riskTerms } from '../../risk/risk-terms.ts';
import { involvedIn, suspectsOf } from '../../risk/suspects.ts';
import type { Row } from '../../store/database.ts';
import { changeRecord } from '../../store/records.ts';

/** Findings that a preview shows; it says how many there are. */
const mostShown = 20;
const mostCounted = 1_000;

/** Whom the rule would find now, the worst first. */
const previewRule: Operation = {
  async run({ tx, row, services }) {
    const rule = riskTerms(row ?? {});
    const since = services.clock() - rule.windowMs;
    const found = await suspectsOf(tx, rule, since, mostCounted);
    const suspects = [];
    for (const { key, measured } of found.slice(0, mostShown)) {
      const involved = await involvedIn(tx, rule.kind, key, since);
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
    const handled = changedDraft(resource, name, event, differing(event, cells));
    return { data: { id: Number(event.id), banned: bans.length }, audit: [handled, ...bans] };
  },
};

export const riskOperations: Operations = {
  [`${riskRule.name}/preview`]: previewRule,
  [`${riskEvent.name}/banPeople`]: banInvolved,
};

import { riskRule } from '@gantry/core';
import { eachDue, isUnstuck, type RoundNeeds } from '../rounds/each-due.ts';
import type { Row, Tx } from '../store/database.ts';
import { type RiskNeeds, reportSuspect } from './report-suspect.ts';
import { type RiskTerms, riskTerms } from './risk-terms.ts';
import { suspectsOf } from './suspects.ts';

/** Findings of a rule in one round at most, the worst; a threshold that finds more tells of the others when those are fewer. */
const mostFound = 200;
/** A rule looks sixty times within its window, and never more often than this, in ms. */
const shortestPause = 30_000;
const watching = { resource: riskRule, action: 'watch' };

/** Lets every rule look whose time has come; one that cannot does not stop the others. Gives how many events are new. */
export async function watchRisks(needs: RiskNeeds & RoundNeeds): Promise<number> {
  const rules = await needs.database.read
    .selectFrom('risk_rules')
    .selectAll()
    .where('status', '=', 'enabled')
    .where(isUnstuck(watching, needs.clock(), 'risk_rules.id'))
    .orderBy('id')
    .execute();
  let found = 0;
  const due = rules.filter((rule) => isDue(rule, needs.clock()));
  await eachDue(needs, watching, due, async (row) => {
    found += await applyRule(needs, riskTerms(row));
  });
  return found;
}

function isDue(row: Row, now: number): boolean {
  if (row.checked_at === null) return true;
  const pause = Math.max(shortestPause, riskTerms(row).windowMs / 60);
  return now - Number(row.checked_at) >= pause;
}

async function applyRule(needs: RiskNeeds, rule: RiskTerms): Promise<number> {
  const { database, clock } = needs;
  const at = clock();
  const suspects = await suspectsOf(database.read, rule, at - rule.windowMs, mostFound);
  let found = 0;
  for (const suspect of suspects) if (await reportSuspect(needs, rule, suspect)) found += 1;
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

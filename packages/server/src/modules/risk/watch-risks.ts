import { riskRule } from '@gantry/core';
import { isRetryDue, processDue, type RoundDeps } from '../../platform/jobs/sweep.ts';
import type { Row, Tx } from '../../platform/store/database.ts';
import { type RiskDeps, reportSuspect } from './report-suspect.ts';
import { type RiskTerms, toRiskTerms } from './risk-terms.ts';
import { findSuspects } from './suspects.ts';

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

function isDue(row: Row, now: number): boolean {
  if (row.checked_at === null) return true;
  const pause = Math.max(shortestPause, toRiskTerms(row).windowMs / 60);
  return now - Number(row.checked_at) >= pause;
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

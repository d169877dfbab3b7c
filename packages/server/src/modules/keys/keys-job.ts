import type { RoundDeps } from '../../platform/jobs/sweep.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { createDayOf } from '../ledger/day-of.ts';
import { checkBalances } from './ask-balances.ts';
import type { KeyDeps } from './check-key.ts';
import { keepRates } from './keep-rates.ts';
import { maintainKeys } from './key-maintenance.ts';

/** What the pool of upstream keys needs by itself. */
export function createKeyJobs(deps: KeyDeps & RoundDeps): readonly ScheduledJob[] {
  return [
    keysJob(deps),
    { name: 'ask for balances', everyMs: 30_000, run: () => checkBalances(deps) },
    { name: 'keep rates of keys', everyMs: 60_000, run: () => keepRates(deps) },
  ];
}

/** Looks after the pool every two seconds. */
function keysJob(deps: KeyDeps & RoundDeps): ScheduledJob {
  const dayOf = createDayOf();
  return {
    name: 'tend keys',
    everyMs: 2000,
    run: async () => {
      const { timezone } = await deps.settings.read('system', 'site');
      await maintainKeys(deps, dayOf(deps.clock(), timezone));
    },
  };
}

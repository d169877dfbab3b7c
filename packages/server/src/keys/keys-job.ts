import type { Tick } from '../jobs/ticker.ts';
import { createDayOf } from '../money/day-of.ts';
import type { RoundNeeds } from '../rounds/each-due.ts';
import { askBalances } from './ask-balances.ts';
import type { KeyNeeds } from './check-key.ts';
import { keepRates } from './keep-rates.ts';
import { tendKeys } from './tend-keys.ts';

/** What the pool of upstream keys needs by itself. */
export function keyTicks(needs: KeyNeeds & RoundNeeds): readonly Tick[] {
  return [
    keysJob(needs),
    { name: 'ask for balances', everyMs: 30_000, run: () => askBalances(needs) },
    { name: 'keep rates of keys', everyMs: 60_000, run: () => keepRates(needs) },
  ];
}

/** Looks after the pool every two seconds. */
function keysJob(needs: KeyNeeds & RoundNeeds): Tick {
  const dayOf = createDayOf();
  return {
    name: 'tend keys',
    everyMs: 2000,
    run: async () => {
      const { timezone } = await needs.settings.read('system', 'site');
      await tendKeys(needs, dayOf(needs.clock(), timezone));
    },
  };
}

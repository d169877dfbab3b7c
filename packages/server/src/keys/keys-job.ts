import type { Tick } from '../jobs/ticker.ts';
import { createDayOf } from '../money/day-of.ts';
import type { KeyNeeds } from './check-key.ts';
import { tendKeys } from './tend-keys.ts';

/** Looks after the pool of upstream keys every two seconds. */
export function keysJob(needs: KeyNeeds): Tick {
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

import { totalCap } from '@gantry/core';
import type { Clock } from '../context/context.ts';
import type { ListSource, Total } from '../store/query/list-rows.ts';

export interface Totals {
  of(source: ListSource): Promise<Total>;
}

/** How long a total past the cap is believed, in ms: it stays past it for longer than that. */
const believedFor = 5_000;
const maxRemembered = 500;

/** Counts lists, and does not count again what was past the cap, or was counted past it, a moment ago. */
export function rememberTotals(clock: Clock, count: (source: ListSource) => Promise<Total>): Totals {
  const remembered = new Map<string, { total: Total; until: number }>();
  return {
    async of(source) {
      const key = JSON.stringify([source.narrowed, source.match?.key ?? '']);
      const known = remembered.get(key);
      if (known && known.until > clock()) return known.total;
      remembered.delete(key);
      const total = await count(source);
      if (total.total < totalCap) return total;
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, { total, until: clock() + believedFor });
      return total;
    },
  };
}

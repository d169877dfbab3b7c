import type { Database } from '../../platform/store/database.ts';
import { compareDays } from './compared.ts';
import type { SiteDays } from './site-days.ts';
import type { Span } from './spans.ts';

/** Who counts as active was there within so many ms. */
export const activeFor = 30 * 86_400_000;

/** People who were there lately, and on each of two days; none while the platform never told who was there. */
export async function countActiveUsers(
  { read }: Database,
  days: SiteDays,
  spans: readonly [Span, Span, Span],
  now: number,
) {
  const any = await read.selectFrom('user_visits').select('day').orderBy('day').limit(1).executeTakeFirst();
  if (!any) return [];
  const lately = await read
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('last_active_at', '>=', now - activeFor)
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow();
  const there = ({ from, to }: Span) =>
    read
      .selectFrom('user_visits')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('day', '=', days.dayOf(from))
      .where('first_at', '<', to)
      .executeTakeFirstOrThrow();
  const counts = await Promise.all(spans.map(there));
  const [today, yesterday, yesterdayByNow] = [counts[2], counts[0], counts[1]].map((row) => Number(row?.count ?? 0));
  const value = Number(lately.count);
  // Before the first whole day nobody knows what yesterday was.
  if (String(any.day) > days.dayOf(spans[0].from)) return [{ key: 'activeUsers', value, today: today ?? 0 }] as const;
  return [{ key: 'activeUsers', value, ...compareDays([yesterday ?? 0, yesterdayByNow ?? 0, today ?? 0]) }] as const;
}

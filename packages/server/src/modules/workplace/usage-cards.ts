import { sql } from 'kysely';
import type { HourOf } from '../../platform/context/day-of.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Span } from './order-range.ts';
import type { SiteDays } from './site-days.ts';
import { compareDays } from './sums.ts';

/** Points of each asset that were charged for use on a day, `YYYY-MM-DD` of the site. */
export async function sumSpent(
  { read }: Database,
  day: string,
): Promise<{ readonly coin: number; readonly power: number }> {
  const { rows } = await sql<{ coin: number | null; power: number | null }>`
    select sum(charged_coin) as coin, sum(charged_power) as power
    from usage_sums where span = 'day' and day = ${day}`.execute(read);
  return { coin: rows[0]?.coin ?? 0, power: rows[0]?.power ?? 0 };
}

/** What suppliers asked for from the first to the last of some days, in millionths of a yuan. */
async function costOfDays({ read }: Database, first: string, last: string): Promise<number> {
  const { rows } = await sql<{ cost: number | null }>`
    select sum(upstream_cost) as cost from usage_sums
    where span = 'day' and day >= ${first} and day <= ${last}`.execute(read);
  return rows[0]?.cost ?? 0;
}

/** The same from the beginning of a day to a moment of it: its whole hours are summed already, what is left is read use by use. */
async function costUntil({ read }: Database, day: string, hour: number, to: number): Promise<number> {
  const { rows } = await sql<{ hours: number | null; rest: number | null }>`
    select
      (select sum(upstream_cost) from usage_sums where span = 'hour' and day = ${day} and hour < ${hour}) as hours,
      (select sum(upstream_cost) from usage_records where created_at >= ${hour} and created_at < ${to}) as rest
  `.execute(read);
  return (rows[0]?.hours ?? 0) + (rows[0]?.rest ?? 0);
}

/**
 * What is left of the money of a span after what was given back and what suppliers asked, in basis points of that money; null when
 * there is none, or some of it is not counted in the currency of the costs.
 */
async function marginOf({ read }: Database, { from, to }: Span, costMicros: number): Promise<number | null> {
  const { rows } = await sql<{ paid: number | null; refunded: number | null; foreign: number | null }>`
    select
      (select sum(paid) from orders where paid_at >= ${from} and paid_at < ${to} and test_money = 0) as "paid",
      (select sum(amount) from refunds where finished_at >= ${from} and finished_at < ${to}
        and status in ('succeeded', 'returned') and coalesce(currency, 'CNY') = 'CNY'
        and exists (select 1 from orders o where o.id = refunds.order_id and o.test_money = 0)) as "refunded",
      (select count(*) from orders where paid_at >= ${from} and paid_at < ${to} and currency <> 'CNY'
        and test_money = 0) as "foreign"
  `.execute(read);
  const [row] = rows;
  const net = (row?.paid ?? 0) - (row?.refunded ?? 0);
  if (net <= 0 || (row?.foreign ?? 0) > 0) return null;
  return Math.round((1 - costMicros / 10_000 / net) * 10_000);
}

interface CostSpans {
  /** Those of `comparedSpans`. */
  readonly spans: readonly [Span, Span, Span];
  readonly month: Span;
  readonly now: number;
}

/** What suppliers ask for what is used; none while nothing was ever used. */
export async function loadCostCards(
  database: Database,
  days: SiteDays,
  hourOf: HourOf,
  { spans, month, now }: CostSpans,
) {
  const any = await database.read.selectFrom('usage_records').select('id').limit(1).executeTakeFirst();
  if (!any) return [];
  const [yesterday, byNow] = spans;
  const [dayBefore, today] = [days.dayOf(yesterday.from), days.dayOf(now)];
  const { hour } = hourOf(byNow.to - 1, days.timeZone);
  const costs = [
    await costOfDays(database, dayBefore, dayBefore),
    await costUntil(database, dayBefore, hour, byNow.to),
    await costOfDays(database, today, today),
  ];
  const value = await costOfDays(database, days.dayOf(month.from), today);
  return [
    { key: 'costMicros', value, ...compareDays(costs), marginBps: await marginOf(database, month, value) },
  ] as const;
}

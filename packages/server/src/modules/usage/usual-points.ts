import type { UsageDimension } from '@gantry/core';
import { sql } from 'kysely';
import type { Database, Row } from '../../platform/store/database.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import type { GroupRow } from './usage-groups.ts';
import { createUsageRange, type UsageRange } from './usage-range.ts';
import { columnOf, selectUsageSource, type UsageFilters } from './usage-source.ts';

/** Spans that are looked back at. */
const spansBack = 4;
const weekMs = 7 * 86_400_000;

interface Wanted {
  readonly by: readonly UsageDimension[];
  readonly filters: UsageFilters;
  readonly range: UsageRange;
  readonly now: number;
}

/** Spans as long as this one has lasted by now, whole weeks before it, as far back as there is anything. */
async function spansBefore({ read }: Database, { range, now }: Wanted, days: SiteDays): Promise<UsageRange[]> {
  const { rows } = await sql<{ first: string | null }>`
    select min(day) as "first" from usage_sums where span = 'day'`.execute(read);
  const first = rows[0]?.first;
  if (!first || now <= range.from) return [];
  const began = days.startOf(first);
  const to = Math.min(range.to, now);
  const step = Math.ceil((to - range.from) / weekMs) * weekMs;
  return Array.from({ length: spansBack }, (_, at) => (at + 1) * step)
    .filter((back) => range.from - back >= began)
    .map((back) => createUsageRange(range.from - back, to - back, days));
}

/** What some groups consumed before, on average a span; null when nothing was recorded so long ago. */
export async function loadUsualPoints(
  database: Database,
  groups: readonly GroupRow[],
  wanted: Wanted,
  days: SiteDays,
): Promise<(group: GroupRow) => number | null> {
  const { by, filters } = wanted;
  const spans = groups.length === 0 ? [] : await spansBefore(database, wanted, days);
  if (spans.length === 0) return () => null;
  const nameOf = (row: Row) => JSON.stringify(by.map((name) => String(row[columnOf[name]])));
  const keys = sql.join(by.map((name) => sql.ref(columnOf[name])));
  const among = by.map((name) => {
    const values = [...new Set(groups.map(({ row }) => row[columnOf[name]]))];
    return sql`${sql.ref(columnOf[name])} in (${sql.join(values)})`;
  });
  const found = new Map<string, number>();
  for (const range of spans) {
    const { rows } = await sql<Row>`select ${keys}, sum(charged_coin + charged_power) as points
      from ${selectUsageSource(by, filters, range)} s where ${sql.join(among, sql` and `)} group by ${keys}`.execute(
      database.read,
    );
    for (const row of rows) found.set(nameOf(row), (found.get(nameOf(row)) ?? 0) + Number(row.points));
  }
  return ({ row }) => Math.round((found.get(nameOf(row)) ?? 0) / spans.length);
}

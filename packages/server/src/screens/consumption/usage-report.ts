import type { UsageMeasure, UsageReportAnswer, UsageSpan, Values } from '@gantry/core';
import type { Caller, Services } from '../../context.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import { type GroupRow, readGroups, readTotals } from './usage-groups.ts';
import { namesOf } from './usage-labels.ts';
import type { UsageRange } from './usage-range.ts';
import { needsRecords } from './usage-source.ts';
import { refuseLong, wishedDimensions, wishedFilters, wishedRange } from './usage-wish.ts';
import { usualPoints } from './usual-points.ts';

export const spanOf = ({ from, to }: UsageRange, { timeZone }: SiteDays): UsageSpan => ({
  from,
  to,
  timezone: timeZone,
});

const withoutRow = ({ row: _row, ...group }: GroupRow) => group;

/** A page of consumption by one or two dimensions, and the sums of all that matches. */
export async function readUsageReport(
  services: Pick<Services, 'catalogue' | 'database' | 'clock'>,
  values: Values,
  days: SiteDays,
  caller: Caller,
): Promise<UsageReportAnswer> {
  const { database, clock } = services;
  const by = wishedDimensions(values, caller);
  const filters = wishedFilters(values);
  const range = wishedRange(values, days, clock(), caller);
  refuseLong(range, by, filters, caller);
  const [page, pageSize] = [Number(values.page), Number(values.pageSize)];
  const sort = values.sort as UsageMeasure | 'time' | null;
  const wanted = { by, filters, range, sort };
  const found = await readGroups(database, { ...wanted, limit: pageSize, offset: (page - 1) * pageSize });
  const total =
    found.groups.length === 0 && page > 1
      ? (await readGroups(database, { ...wanted, limit: 1, offset: 0 })).total
      : found.total;
  const nameKey = await namesOf(
    services,
    caller,
    days.timeZone,
    found.groups.map(({ row }) => row),
  );
  const isCompared = values.compare === true && !by.some((name) => name === 'day' || name === 'hour');
  const usualOf = isCompared
    ? await usualPoints(database, found.groups, { by, filters, range, now: clock() }, days)
    : null;
  return {
    span: spanOf(range, days),
    by,
    source: needsRecords(filters) ? 'records' : 'sums',
    items: found.groups.map((group) => ({
      ...withoutRow(group),
      ...(usualOf ? { usual: usualOf(group) } : {}),
      labels: Object.fromEntries(by.map((name) => [name, nameKey(name, group.keys[name] ?? 0)])),
    })),
    page,
    pageSize,
    total,
    totals: found.totals ?? (await readTotals(database, { filters, range })),
  };
}

import type { UsageMeasure, UsageReportAnswer, UsageSpan, Values } from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import { type GroupRow, readGroups, readTotals } from './usage-groups.ts';
import { loadUsageLabels } from './usage-labels.ts';
import { parseUsageDimensions, parseUsageFilters, parseUsageRange, rejectLong } from './usage-query.ts';
import type { UsageRange } from './usage-range.ts';
import { requiresRecords } from './usage-source.ts';
import { loadUsualPoints } from './usual-points.ts';

export const toUsageSpan = ({ from, to }: UsageRange, { timeZone }: SiteDays): UsageSpan => ({
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
  const by = parseUsageDimensions(values, caller);
  const filters = parseUsageFilters(values);
  const range = parseUsageRange(values, days, clock(), caller);
  rejectLong(range, by, filters, caller);
  const [page, pageSize] = [Number(values.page), Number(values.pageSize)];
  const sort = values.sort as UsageMeasure | 'time' | null;
  const wanted = { by, filters, range, sort };
  const found = await readGroups(database, { ...wanted, limit: pageSize, offset: (page - 1) * pageSize });
  const total =
    found.groups.length === 0 && page > 1
      ? (await readGroups(database, { ...wanted, limit: 1, offset: 0 })).total
      : found.total;
  const nameKey = await loadUsageLabels(
    services,
    caller,
    days.timeZone,
    found.groups.map(({ row }) => row),
  );
  const isCompared = values.compare === true && !by.some((name) => name === 'day' || name === 'hour');
  const usualOf = isCompared
    ? await loadUsualPoints(database, found.groups, { by, filters, range, now: clock() }, days)
    : null;
  return {
    span: toUsageSpan(range, days),
    by,
    source: requiresRecords(filters) ? 'records' : 'sums',
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

import {
  addDays,
  localize,
  type UsageChartAnswer,
  type UsageDimension,
  type UsageKey,
  type UsageMeasure,
  usageMeasures,
  type Values,
} from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createHourOf } from '../ledger/day-of.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import { type GroupRow, type GroupsWanted, getMeasure, readGroups } from './usage-groups.ts';
import { loadUsageLabels } from './usage-labels.ts';
import { parseUsageFilters, parseUsageRange, rejectLong } from './usage-query.ts';
import type { UsageRange } from './usage-range.ts';
import { toUsageSpan } from './usage-report.ts';

/** Lines beside that of the rest. */
const lines = 12;
/** Points of a chart at most: more days than a chart has room for are refused. */
const maxPoints = 800;
const hourMs = 3_600_000;
const others = { zh: '其他', en: 'Others' };

type Split = Exclude<UsageDimension, 'day' | 'hour'>;

/** Days of a span, or its hours when it is at most two days; none left out, oldest first. */
function pointsOf({ from, to }: UsageRange, unit: 'day' | 'hour', days: SiteDays): UsageKey[] {
  const points: UsageKey[] = [];
  if (unit === 'day') {
    const last = days.dayOf(to - 1);
    for (let day = days.dayOf(from); day <= last && points.length <= maxPoints; day = addDays(day, 1)) points.push(day);
    return points;
  }
  const hourOf = createHourOf();
  for (let at = from; at < to; at += hourMs / 4) {
    const { hour } = hourOf(at, days.timeZone);
    if (points.at(-1) !== hour) points.push(hour);
  }
  return points;
}

/** The course of one measure over a span, whole or divided by the largest few of a dimension and the rest. */
export async function readUsageChart(
  services: Pick<Services, 'catalogue' | 'database' | 'clock'>,
  values: Values,
  days: SiteDays,
  caller: Caller,
): Promise<UsageChartAnswer> {
  const { database, clock } = services;
  const filters = parseUsageFilters(values);
  const range = parseUsageRange(values, days, clock(), caller);
  const unit = range.to - range.from <= 50 * hourMs ? 'hour' : 'day';
  rejectLong(range, [unit], filters, caller);
  const points = pointsOf(range, unit, days);
  const measure = values.measure as UsageMeasure;
  const split = values.split as Split | null;
  const course = async (narrowed: Partial<GroupsWanted['filters']>) => {
    const wanted = { by: [unit], filters: { ...filters, ...narrowed }, range, sort: 'time', offset: 0 } as const;
    const { groups } = await readGroups(database, { ...wanted, limit: points.length });
    const found = new Map(groups.map((group) => [group.keys[unit], getMeasure(group, measure)]));
    return points.map((point) => found.get(point) ?? 0);
  };
  const full = await course({});
  const largest: readonly GroupRow[] =
    split === null
      ? []
      : (await readGroups(database, { by: [split], filters, range, sort: measure, limit: lines, offset: 0 })).groups;
  const nameKey = await loadUsageLabels(
    services,
    caller,
    days.timeZone,
    largest.map(({ row }) => row),
  );
  const series: UsageChartAnswer['series'][number][] = [];
  let rest = full;
  for (const group of largest) {
    const key = split === null ? 0 : (group.keys[split] ?? 0);
    if (split === null || key === 0 || getMeasure(group, measure) === 0) continue;
    const line = await course({ [split]: key });
    rest = rest.map((value, at) => value - (line[at] ?? 0));
    series.push({ key, label: nameKey(split, key), values: line });
  }
  const label = localize(series.length > 0 ? others : usageMeasures[measure], caller.locale);
  if (series.length === 0 || rest.some((value) => value !== 0)) series.push({ key: null, label, values: rest });
  const labelled = points.map((key) => ({ key, label: nameKey(unit, key) }));
  return { span: toUsageSpan(range, days), unit, points: labelled, series };
}

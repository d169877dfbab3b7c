import { setImmediate as breath } from 'node:timers/promises';
import {
  ApiError,
  addDays,
  type ExportFormat,
  getUsageKeyFields,
  localize,
  toReportCall,
  type UsageChartAnswer,
  type UsageDimension,
  type UsageKey,
  type UsageMeasure,
  type UsageReportAnswer,
  type UsageSpan,
  usageChart,
  usageExport,
  usageMeasures,
  usageRebuild,
  usageRecord,
  usageReport,
  usageSumFields,
  usageSumNames,
  type Values,
} from '@gantry/core';
import { sql } from 'kysely';
import { runPrepared } from '../../platform/audit/run-write.ts';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { createFileStream, createSums, type Sums } from '../../platform/engine/export/record-file.ts';
import { maxSheetRows, tooManyRows } from '../../platform/engine/export/sheet-form.ts';
import { type CallRequest, type RegisterCall, serveCall, toWriteCall } from '../../platform/http/call.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, Row } from '../../platform/store/database.ts';
import { readNewestTimeZone, rebuildUsage } from '../ledger/index.ts';
import { createSiteDays, type SiteDays } from '../workplace/index.ts';
import {
  type GroupPage,
  type GroupRow,
  type GroupsWanted,
  getMeasure,
  readGroups,
  readTotals,
} from './usage-groups.ts';
import { loadUsageLabels } from './usage-labels.ts';
import {
  createUsageRange,
  parseUsageDimensions,
  parseUsageFilters,
  parseUsageRange,
  rejectLong,
  type UsageRange,
} from './usage-query.ts';
import { columnOf, requiresRecords, selectUsageSource, type UsageFilters } from './usage-source.ts';

/** Number of earlier spans that are averaged. */
const spansBack = 4;
const weekMs = 7 * 86_400_000;

interface Wanted {
  readonly by: readonly UsageDimension[];
  readonly filters: UsageFilters;
  readonly range: UsageRange;
  readonly now: number;
}

/** Returns spans of the same length, whole weeks earlier, as far back as there are records. */
async function listSpansBefore({ read }: Database, { range, now }: Wanted, days: SiteDays): Promise<UsageRange[]> {
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

/** Returns the average credits of the groups in earlier spans; null when there are no records that old. */
export async function loadUsualCredits(
  database: Database,
  groups: readonly GroupRow[],
  wanted: Wanted,
  days: SiteDays,
): Promise<(group: GroupRow) => number | null> {
  const { by, filters } = wanted;
  const spans = groups.length === 0 ? [] : await listSpansBefore(database, wanted, days);
  if (spans.length === 0) return () => null;
  const getName = (row: Row) => JSON.stringify(by.map((name) => String(row[columnOf[name]])));
  const keys = sql.join(by.map((name) => sql.ref(columnOf[name])));
  const among = by.map((name) => {
    const values = [...new Set(groups.map(({ row }) => row[columnOf[name]]))];
    return sql`${sql.ref(columnOf[name])} in (${sql.join(values)})`;
  });
  const found = new Map<string, number>();
  for (const range of spans) {
    const { rows } = await sql<Row>`select ${keys}, sum(charged_coin + charged_compute) as credits
      from ${selectUsageSource(by, filters, range)} s where ${sql.join(among, sql` and `)} group by ${keys}`.execute(
      database.read,
    );
    for (const row of rows) found.set(getName(row), (found.get(getName(row)) ?? 0) + Number(row.credits));
  }
  return ({ row }) => Math.round((found.get(getName(row)) ?? 0) / spans.length);
}

const toUsageSpan = ({ from, to }: UsageRange, { timeZone }: SiteDays): UsageSpan => ({
  from,
  to,
  timezone: timeZone,
});

const omitRow = ({ row: _row, ...group }: GroupRow) => group;

/** Returns a page of consumption by one or two dimensions, and the totals of all matches. */
async function readUsageReport(
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
    ? await loadUsualCredits(database, found.groups, { by, filters, range, now: clock() }, days)
    : null;
  return {
    span: toUsageSpan(range, days),
    by,
    source: requiresRecords(filters) ? 'records' : 'sums',
    items: found.groups.map((group) => ({
      ...omitRow(group),
      ...(usualOf ? { usual: usualOf(group) } : {}),
      labels: Object.fromEntries(by.map((name) => [name, nameKey(name, group.keys[name] ?? 0)])),
    })),
    page,
    pageSize,
    total,
    totals: found.totals ?? (await readTotals(database, { filters, range })),
  };
}

/** Groups read at a time, which limits the memory of an export. */
const pageRows = 10_000;

interface Reading {
  readonly services: Services;
  readonly caller: Caller;
  readonly timeZone: string;
  readonly wanted: Omit<GroupsWanted, 'limit' | 'offset' | 'after'>;
}

const readPage = ({ services, wanted }: Reading, after?: Row | null) =>
  readGroups(services.database, { ...wanted, limit: pageRows, offset: 0, ...(after === undefined ? {} : { after }) });

/** Converts groups to lines of a file: a label and an ID per dimension, then the sums. */
async function getLines({ services, caller, timeZone, wanted: { by } }: Reading, { groups }: GroupPage) {
  const rows = groups.map(({ row }) => row);
  const nameKey = await loadUsageLabels(services, caller, timeZone, rows);
  const namesOfKeys = Object.keys(getUsageKeyFields(by));
  const getId = (name: UsageDimension) => (namesOfKeys.includes(`${name}Id`) ? [`${name}Id`] : []);
  return groups.map(({ keys, row: _row, ...sums }) => {
    const named = by.flatMap((name) => {
      const key = keys[name] ?? 0;
      return [[name, nameKey(name, key)] as const, ...getId(name).map((id) => [id, key === 0 ? null : key] as const)];
    });
    return { ...Object.fromEntries(named), ...sums };
  });
}

/** Yields the pages, starting with the first, which was read before the response started. */
async function* getPages(reading: Reading, first: GroupPage, sums: Sums | null) {
  for (let page = first; page.groups.length > 0; ) {
    const lines = await getLines(reading, page);
    sums?.add(lines);
    yield lines;
    const last = page.groups.at(-1);
    if (!last || page.groups.length < pageRows) return;
    await breath();
    page = await readPage(reading, last.row);
  }
}

/** Streams all groups of a report; the export is logged before the first byte. */
async function sendUsageFile(services: Services, values: Values, days: SiteDays, call: CallRequest) {
  const { caller, reply } = call;
  const by = parseUsageDimensions(values, caller);
  const filters = parseUsageFilters(values);
  const range = parseUsageRange(values, days, services.clock(), caller);
  rejectLong(range, by, filters, caller);
  const sort = values.sort as UsageMeasure | 'time' | null;
  const reading: Reading = { services, caller, timeZone: days.timeZone, wanted: { by, filters, range, sort } };
  const all = await readPage(reading);
  // An export of several pages is ordered by its dimensions: while usage continues, no other order is stable between pages.
  const first = all.total > pageRows ? await readPage(reading, null) : all;
  const format = values.format as ExportFormat;
  if (format === 'xlsx' && first.total > maxSheetRows)
    throw new ApiError('invalid', { errors: { format: [localize(tooManyRows, caller.locale)] } });
  const { from, to } = range;
  const after = { format, by, from, to, ...filters };
  await services.audit.note(caller, { resource: usageRecord.name, resourceId: null, action: 'export', after });
  const fields = { ...getUsageKeyFields(by), ...usageSumFields };
  const sums = values.totals === true ? createSums(usageSumNames) : null;
  const pages = getPages(reading, first, sums);
  const { locale } = caller;
  const shape = { title: localize(usageReport.label, locale), names: Object.keys(fields), fields, pages, sums };
  return reply.send(createFileStream(reply, 'usage', format, { ...shape, locale, timeZone: days.timeZone }));
}

/** Maximum number of lines in a chart, not counting the remainder. */
const lines = 12;
/** Maximum number of points in a chart; longer spans are rejected. */
const maxPoints = 800;
const hourMs = 3_600_000;
const others = { zh: '其他', en: 'Others' };

type Split = Exclude<UsageDimension, 'day' | 'hour'>;

/** Returns the days of a span, or its hours when it has at most two days, oldest first and without gaps. */
function getPoints({ from, to }: UsageRange, unit: 'day' | 'hour', days: SiteDays): UsageKey[] {
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
  // A span that starts within a quarter may end in an hour that no step falls into.
  const { hour: last } = hourOf(to - 1, days.timeZone);
  if (points.at(-1) !== last) points.push(last);
  return points;
}

/** Returns one measure over a span, in total or split into the largest groups of a dimension and the remainder. */
async function readUsageChart(
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
  const points = getPoints(range, unit, days);
  const measure = values.measure as UsageMeasure;
  const split = values.split as Split | null;
  const readCourse = async (narrowed: Partial<GroupsWanted['filters']>) => {
    const wanted = { by: [unit], filters: { ...filters, ...narrowed }, range, sort: 'time', offset: 0 } as const;
    const { groups } = await readGroups(database, { ...wanted, limit: points.length });
    const found = new Map(groups.map((group) => [group.keys[unit], getMeasure(group, measure)]));
    return points.map((point) => found.get(point) ?? 0);
  };
  const full = await readCourse({});
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
    const line = await readCourse({ [split]: key });
    rest = rest.map((value, at) => value - (line[at] ?? 0));
    series.push({ key, label: nameKey(split, key), values: line });
  }
  const label = localize(series.length > 0 ? others : usageMeasures[measure], caller.locale);
  if (series.length === 0 || rest.some((value) => value !== 0)) series.push({ key: null, label, values: rest });
  const labelled = points.map((key) => ({ key, label: nameKey(unit, key) }));
  return { span: toUsageSpan(range, days), unit, points: labelled, series };
}

export interface ConsumptionDeps extends Services {
  readonly settings: SettingsReader;
}

/** Registers the consumption report, the chart and the recalculation of sums. */
export function addConsumptionCalls(register: RegisterCall, deps: ConsumptionDeps): void {
  let days: SiteDays | null = null;
  const getSiteDays = async (): Promise<SiteDays> => {
    const { timezone } = await deps.settings.read('system', 'site');
    if (days?.timeZone !== timezone) days = createSiteDays(timezone);
    return days;
  };
  serveCall(register, toReportCall(usageReport), async (values, { caller }) =>
    readUsageReport(deps, values, await getSiteDays(), caller),
  );
  serveCall(register, usageExport, async (values, call) => sendUsageFile(deps, values, await getSiteDays(), call));
  serveCall(register, toReportCall(usageChart), async (values, { caller }) =>
    readUsageChart(deps, values, await getSiteDays(), caller),
  );
  serveCall(register, usageRebuild, async (_given, call) => {
    const rebuild = () => rebuildUsage(deps.database, createHourOf(), readNewestTimeZone(deps.settings));
    const write = { ...toWriteCall(call, usageRebuild.path), resource: 'usageRecord', action: 'rebuild' };
    return runPrepared(deps, call.caller, write, rebuild, async (_tx, rebuilt) => ({
      data: rebuilt,
      audit: { resource: 'usageRecord', resourceId: null, action: 'rebuild', after: rebuilt },
    }));
  });
}

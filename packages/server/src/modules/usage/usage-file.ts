import { setImmediate as breath } from 'node:timers/promises';
import {
  ApiError,
  type ExportFormat,
  getUsageKeyFields,
  localize,
  type UsageDimension,
  type UsageMeasure,
  usageRecord,
  usageReport,
  usageSumFields,
  usageSumNames,
  type Values,
} from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createFileStream } from '../../platform/engine/export/send-file.ts';
import { maxSheetRows, tooManyRows } from '../../platform/engine/export/sheet-form.ts';
import { createSums, type Sums } from '../../platform/engine/export/sums.ts';
import type { CallRequest } from '../../platform/http/call.ts';
import type { Row } from '../../platform/store/database.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import { type GroupPage, type GroupsWanted, readGroups } from './usage-groups.ts';
import { loadUsageLabels } from './usage-labels.ts';
import { parseUsageDimensions, parseUsageFilters, parseUsageRange, rejectLong } from './usage-query.ts';

/** Groups read at once: what an export keeps in memory. */
const pageRows = 10_000;

interface Reading {
  readonly services: Services;
  readonly caller: Caller;
  readonly timeZone: string;
  readonly wanted: Omit<GroupsWanted, 'limit' | 'offset' | 'after'>;
}

const readPage = ({ services, wanted }: Reading, after?: Row | null) =>
  readGroups(services.database, { ...wanted, limit: pageRows, offset: 0, ...(after === undefined ? {} : { after }) });

/** Groups as the lines of a file: a label for each dimension, with the id of what it names, then the sums. */
async function linesOf({ services, caller, timeZone, wanted: { by } }: Reading, { groups }: GroupPage) {
  const rows = groups.map(({ row }) => row);
  const nameKey = await loadUsageLabels(services, caller, timeZone, rows);
  const namesOfKeys = Object.keys(getUsageKeyFields(by));
  const idOf = (name: UsageDimension) => (namesOfKeys.includes(`${name}Id`) ? [`${name}Id`] : []);
  return groups.map(({ keys, row: _row, ...sums }) => {
    const named = by.flatMap((name) => {
      const key = keys[name] ?? 0;
      return [[name, nameKey(name, key)] as const, ...idOf(name).map((id) => [id, key === 0 ? null : key] as const)];
    });
    return { ...Object.fromEntries(named), ...sums };
  });
}

/** Pages from the first, which was read before anything was answered. */
async function* pagesOf(reading: Reading, first: GroupPage, sums: Sums | null) {
  for (let page = first; page.groups.length > 0; ) {
    const lines = await linesOf(reading, page);
    sums?.add(lines);
    yield lines;
    const last = page.groups.at(-1);
    if (!last || page.groups.length < pageRows) return;
    await breath();
    page = await readPage(reading, last.row);
  }
}

/** Streams all groups of a report; that somebody took them is logged before the first byte. */
export async function sendUsageFile(services: Services, values: Values, days: SiteDays, call: CallRequest) {
  const { caller, reply } = call;
  const by = parseUsageDimensions(values, caller);
  const filters = parseUsageFilters(values);
  const range = parseUsageRange(values, days, services.clock(), caller);
  rejectLong(range, by, filters, caller);
  const sort = values.sort as UsageMeasure | 'time' | null;
  const reading: Reading = { services, caller, timeZone: days.timeZone, wanted: { by, filters, range, sort } };
  const all = await readPage(reading);
  // More than one reading brings goes by what it is grouped by: while use goes on, no other order holds still between two.
  const first = all.total > pageRows ? await readPage(reading, null) : all;
  const format = values.format as ExportFormat;
  if (format === 'xlsx' && first.total > maxSheetRows)
    throw new ApiError('invalid', { errors: { format: [localize(tooManyRows, caller.locale)] } });
  const { from, to } = range;
  const after = { format, by, from, to, ...filters };
  await services.audit.note(caller, { resource: usageRecord.name, resourceId: null, action: 'export', after });
  const fields = { ...getUsageKeyFields(by), ...usageSumFields };
  const sums = values.totals === true ? createSums(usageSumNames) : null;
  const pages = pagesOf(reading, first, sums);
  const { locale } = caller;
  const shape = { title: localize(usageReport.label, locale), names: Object.keys(fields), fields, pages, sums };
  return reply.send(createFileStream(reply, 'usage', format, { ...shape, locale, timeZone: days.timeZone }));
}

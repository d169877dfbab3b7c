import {
  ApiError,
  addDays,
  formatRejection,
  localize,
  type Rejection,
  type UsageDimension,
  usageReport,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { SiteDays } from '../workplace/index.ts';
import { createUsageRange, getNamedDays, parseEdge, type RangeName, type UsageRange } from './usage-range.ts';
import { requiresRecords, type UsageFilters } from './usage-source.ts';

type Named = keyof typeof usageReport.input;

/** Days that one answer covers at most; fewer by the hour, and fewer still where only the records themselves know. */
const longest = { usual: 3_660, hours: 92, hoursOfPeople: 7, records: 31 } as const;

function reject(
  name: Named,
  rejection: Rejection,
  { locale, t }: Caller,
  params: Record<string, string | number> = {},
): never {
  throw new ApiError('invalid', {
    errors: { [name]: [formatRejection(rejection, localize(usageReport.input[name].label, locale), t, params)] },
  });
}

/** One or two dimensions, in the order in which they were given. */
export function parseUsageDimensions({ by }: Values, caller: Caller): UsageDimension[] {
  const given = (Array.isArray(by) ? by : []) as UsageDimension[];
  if (given.length === 0) reject('by', 'required', caller);
  if (given.length > 2) reject('by', 'tooMany', caller, { max: 2 });
  return given;
}

export function parseUsageFilters({ userId, modelId, apiKeyId, capability, status, minAmount }: Values): UsageFilters {
  const id = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    user: id(userId),
    model: id(modelId),
    key: id(apiKeyId),
    capability: typeof capability === 'string' ? capability : null,
    status: typeof status === 'string' ? status : null,
    least: id(minAmount),
  };
}

/** The span that was asked for, which may not be longer than an answer covers. */
export function parseUsageRange(values: Values, days: SiteDays, now: number, caller: Caller): UsageRange {
  const { range, from, to } = values;
  const isCustom = range === 'custom' || (range === null && (from !== null || to !== null));
  if (!isCustom) {
    if (from !== null || to !== null) reject(from === null ? 'to' : 'from', 'invalid', caller);
    const { first, last } = getNamedDays((range ?? '7d') as Exclude<RangeName, 'custom'>, days.dayOf(now));
    return createUsageRange(days.startOf(first), days.startOf(addDays(last, 1)), days);
  }
  if (typeof from !== 'string') return reject('from', 'required', caller);
  const begin = parseEdge(from, days, 'from') ?? reject('from', 'date', caller);
  const end = parseEdge(typeof to === 'string' ? to : days.dayOf(now), days, 'to') ?? reject('to', 'date', caller);
  if (begin >= end) reject('to', 'range', caller);
  return createUsageRange(begin, end, days);
}

export function rejectLong(
  { from, to }: UsageRange,
  by: readonly string[],
  filters: UsageFilters,
  caller: Caller,
): void {
  const { user } = filters;
  const hours = by.includes('hour');
  const people = by.includes('user') || user !== null;
  const usual = !hours ? longest.usual : people && user === null ? longest.hoursOfPeople : longest.hours;
  const most = requiresRecords(filters) && user === null ? Math.min(usual, longest.records) : usual;
  // A day of 25 hours is one day.
  if (Math.floor((to - from) / 86_400_000) > most) reject('to', 'tooLong', caller, { max: most });
}

import {
  dayAfter,
  Fault,
  type Refusal,
  refusalWords,
  say,
  type UsageDimension,
  usageReport,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../context.ts';
import type { SiteDays } from '../workplace/site-days.ts';
import { momentOf, namedDays, type RangeName, rangeOf, type UsageRange } from './usage-range.ts';
import { needsRecords, type UsageFilters } from './usage-source.ts';

type Named = keyof typeof usageReport.input;

/** Days that one answer covers at most; fewer by the hour, and fewer still where only the records themselves know. */
const longest = { usual: 3_660, hours: 92, hoursOfPeople: 7, records: 31 } as const;

function refuse(
  name: Named,
  refusal: Refusal,
  { locale, t }: Caller,
  params: Record<string, string | number> = {},
): never {
  throw new Fault('invalid', {
    errors: { [name]: [refusalWords(refusal, say(usageReport.input[name].label, locale), t, params)] },
  });
}

/** One or two dimensions, in the order in which they were given. */
export function wishedDimensions({ by }: Values, caller: Caller): UsageDimension[] {
  const given = (Array.isArray(by) ? by : []) as UsageDimension[];
  if (given.length === 0) refuse('by', 'required', caller);
  if (given.length > 2) refuse('by', 'tooMany', caller, { max: 2 });
  return given;
}

export function wishedFilters({ userId, modelId, apiKeyId, capability, status, minAmount }: Values): UsageFilters {
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
export function wishedRange(values: Values, days: SiteDays, now: number, caller: Caller): UsageRange {
  const { range, from, to } = values;
  const isCustom = range === 'custom' || (range === null && (from !== null || to !== null));
  if (!isCustom) {
    if (from !== null || to !== null) refuse(from === null ? 'to' : 'from', 'invalid', caller);
    const { first, last } = namedDays((range ?? '7d') as Exclude<RangeName, 'custom'>, days.dayOf(now));
    return rangeOf(days.startOf(first), days.startOf(dayAfter(last, 1)), days);
  }
  if (typeof from !== 'string') return refuse('from', 'required', caller);
  const begin = momentOf(from, days, 'from') ?? refuse('from', 'date', caller);
  const end = momentOf(typeof to === 'string' ? to : days.dayOf(now), days, 'to') ?? refuse('to', 'date', caller);
  if (begin >= end) refuse('to', 'range', caller);
  return rangeOf(begin, end, days);
}

export function refuseLong(
  { from, to }: UsageRange,
  by: readonly string[],
  filters: UsageFilters,
  caller: Caller,
): void {
  const { user } = filters;
  const hours = by.includes('hour');
  const people = by.includes('user') || user !== null;
  const usual = !hours ? longest.usual : people && user === null ? longest.hoursOfPeople : longest.hours;
  const most = needsRecords(filters) && user === null ? Math.min(usual, longest.records) : usual;
  // A day of 25 hours is one day.
  if (Math.floor((to - from) / 86_400_000) > most) refuse('to', 'tooLong', caller, { max: most });
}

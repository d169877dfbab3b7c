import {
  ApiError,
  addDays,
  formatRejection,
  formatTime,
  isDay,
  localize,
  type Rejection,
  type UsageDimension,
  usageReport,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { SiteDays } from '../workplace/index.ts';
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

/** A span of the site's time: the whole days in it, and the moments where it starts and ends. */
export interface UsageRange {
  /** UTC ms, the second not included. */
  readonly from: number;
  readonly to: number;
  /** The days that are wholly in it; null when none is. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** The parts that are no whole days, at most one at each end. */
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

type RangeName = 'today' | 'yesterday' | 'week' | '7d' | 'month' | 'custom';

/** Days of a named range, the last one today or yesterday. */
export function getNamedDays(name: Exclude<RangeName, 'custom'>, today: string): { first: string; last: string } {
  if (name === 'yesterday') return { first: addDays(today, -1), last: addDays(today, -1) };
  // Days since the last Monday, which 1970-01-05 was one of.
  if (name === 'week') return { first: addDays(today, -((Date.parse(today) / 86_400_000 + 3) % 7)), last: today };
  if (name === '7d') return { first: addDays(today, -6), last: today };
  if (name === 'month') return { first: `${today.slice(0, 8)}01`, last: today };
  return { first: today, last: today };
}

/** The moment of a day or minute on the site's clock; null for none that the calendar has. A day that ends is over at its end. */
export function parseEdge(given: string, days: SiteDays, edge: 'from' | 'to'): number | null {
  const [day = '', minute] = given.split(/[T ]/);
  if (!isDay(day)) return null;
  if (minute === undefined) return days.startOf(edge === 'from' ? day : addDays(day, 1));
  const wall = Date.parse(`${day}T${minute}:00Z`);
  const shown = (at: number) => Date.parse(`${formatTime(at, days.timeZone).replace(' ', 'T')}Z`);
  // The clock's distance from UTC may be another one an hour away: the second try is made where the first one led.
  const first = wall + (wall - shown(wall));
  return first + (wall - shown(first));
}

/** Cuts a span into its whole days and what is left at both ends. */
export function createUsageRange(from: number, to: number, days: SiteDays): UsageRange {
  const startsIn = days.dayOf(from);
  const first = days.startOf(startsIn) === from ? startsIn : addDays(startsIn, 1);
  const last = addDays(days.dayOf(to), -1);
  if (first > last) return { from, to, days: null, edges: [{ from, to }] };
  const [begin, end] = [days.startOf(first), days.startOf(addDays(last, 1))];
  const edges = [
    { from, to: begin },
    { from: end, to },
  ].filter((edge) => edge.from < edge.to);
  return { from, to, days: { first, last }, edges };
}

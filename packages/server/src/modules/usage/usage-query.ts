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

/** Maximum days of one answer; fewer by the hour, and fewer still where only the single records have the data. */
const maxDays = { usual: 3_660, hours: 92, hoursOfPeople: 7, records: 31 } as const;

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

/** Parses one or two dimensions, in the given order. */
export function parseUsageDimensions({ by }: Values, caller: Caller): UsageDimension[] {
  const given = (Array.isArray(by) ? by : []) as UsageDimension[];
  if (given.length === 0) reject('by', 'required', caller);
  if (given.length > 2) reject('by', 'tooMany', caller, { max: 2 });
  return given;
}

export function parseUsageFilters({ userId, modelId, apiKeyId, capability, status, minAmount }: Values): UsageFilters {
  const getId = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    user: getId(userId),
    model: getId(modelId),
    key: getId(apiKeyId),
    capability: typeof capability === 'string' ? capability : null,
    status: typeof status === 'string' ? status : null,
    least: getId(minAmount),
  };
}

/** Parses the requested span, which must not exceed the maximum. */
export function parseUsageRange(values: Values, days: SiteDays, now: number, caller: Caller): UsageRange {
  const { range, from, to } = values;
  const isCustom = range === 'custom' || (range === null && (from !== null || to !== null));
  if (!isCustom) {
    if (from !== null || to !== null) reject(from === null ? 'to' : 'from', 'invalid', caller);
    if (range === 'last-24h') return createUsageRange(now + 1 - dayMs, now + 1, days);
    const { first, last } = getNamedDays((range ?? 'last-7d') as NamedDays, days.dayOf(now));
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
  const usual = !hours ? maxDays.usual : people && user === null ? maxDays.hoursOfPeople : maxDays.hours;
  const limit = requiresRecords(filters) && user === null ? Math.min(usual, maxDays.records) : usual;
  // A day of 25 hours counts as one day.
  if (Math.floor((to - from) / dayMs) > limit) reject('to', 'tooLong', caller, { max: limit });
}

/** A span in the site's time zone: its full days, and its start and end times. */
export interface UsageRange {
  /** UTC ms; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The full days in the span; null when there is none. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** The remaining parts, at most one at each end. */
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

const dayMs = 86_400_000;
type NamedDays = 'today' | 'yesterday' | 'this-week' | 'last-7d' | 'this-month';

/** Returns the days of a named range, which ends today or yesterday. */
export function getNamedDays(name: NamedDays, today: string): { first: string; last: string } {
  if (name === 'yesterday') return { first: addDays(today, -1), last: addDays(today, -1) };
  // Days since the last Monday; 1970-01-05 was a Monday.
  if (name === 'this-week') return { first: addDays(today, -((Date.parse(today) / dayMs + 3) % 7)), last: today };
  if (name === 'last-7d') return { first: addDays(today, -6), last: today };
  if (name === 'this-month') return { first: `${today.slice(0, 8)}01`, last: today };
  return { first: today, last: today };
}

/** Parses a day or minute in the site's time zone to UTC ms; null for an invalid one. As `to`, a day means its end. */
export function parseEdge(given: string, days: SiteDays, edge: 'from' | 'to'): number | null {
  const [day = '', minute] = given.split(/[T ]/);
  if (!isDay(day)) return null;
  if (minute === undefined) return days.startOf(edge === 'from' ? day : addDays(day, 1));
  const wall = Date.parse(`${day}T${minute}:00Z`);
  const toShownTime = (at: number) => Date.parse(`${formatTime(at, days.timeZone).replace(' ', 'T')}Z`);
  // The UTC offset may differ an hour away, so the second attempt uses the offset at the first result.
  const first = wall + (wall - toShownTime(wall));
  return first + (wall - toShownTime(first));
}

/** Splits a span into its full days and the remaining parts at both ends. */
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

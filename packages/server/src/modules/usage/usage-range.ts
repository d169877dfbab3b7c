import { addDays, formatTime, isDay } from '@gantry/core';
import type { SiteDays } from '../workplace/index.ts';

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

export type RangeName = 'today' | 'yesterday' | 'week' | '7d' | 'month' | 'custom';

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

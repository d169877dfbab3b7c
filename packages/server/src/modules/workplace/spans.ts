import { addDays } from '@gantry/core';
import { listDaysUpTo, type SiteDays } from './site-days.ts';

/** Half-open, in UTC ms; a day of 23 or 25 hours is one span like any other. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function toSpan(days: SiteDays, first: string, last: string): Span {
  return { from: days.startOf(first), to: days.startOf(addDays(last, 1)) };
}

/** One span a day, oldest first; each ends where the next begins. */
export function listDaySpans(
  days: SiteDays,
  last: string,
  count: number,
): readonly (Span & { readonly day: string })[] {
  const names = listDaysUpTo(last, count);
  const starts = [...names, addDays(last, 1)].map(days.startOf);
  return names.map((day, index) => ({ day, from: starts[index] ?? 0, to: starts[index + 1] ?? 0 }));
}

/**
 * Yesterday, as much of yesterday as has passed of today, and today. Where clocks were changed it is the time that has passed
 * that counts, not what the clock shows.
 */
export function getComparedSpans(days: SiteDays, now: number): readonly [Span, Span, Span] {
  const day = days.dayOf(now);
  const [yesterday, today] = [toSpan(days, addDays(day, -1), addDays(day, -1)), toSpan(days, day, day)];
  const passed = now - today.from + 1;
  return [yesterday, { from: yesterday.from, to: Math.min(yesterday.to, yesterday.from + passed) }, today];
}

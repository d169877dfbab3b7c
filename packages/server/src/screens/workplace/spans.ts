import { dayAfter } from '@gantry/core';
import { daysUpTo, type SiteDays } from './site-days.ts';

/** Half-open, in UTC ms; a day of 23 or 25 hours is one span like any other. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function spanOfDays(days: SiteDays, first: string, last: string): Span {
  return { from: days.startOf(first), to: days.startOf(dayAfter(last, 1)) };
}

/** One span a day, oldest first; each ends where the next begins. */
export function daySpans(days: SiteDays, last: string, count: number): readonly (Span & { readonly day: string })[] {
  const names = daysUpTo(last, count);
  const starts = [...names, dayAfter(last, 1)].map(days.startOf);
  return names.map((day, index) => ({ day, from: starts[index] ?? 0, to: starts[index + 1] ?? 0 }));
}

/**
 * Yesterday, as much of yesterday as has passed of today, and today. Where clocks were changed it is the time that has passed
 * that counts, not what the clock shows.
 */
export function comparedSpans(days: SiteDays, now: number): readonly [Span, Span, Span] {
  const day = days.dayOf(now);
  const [yesterday, today] = [spanOfDays(days, dayAfter(day, -1), dayAfter(day, -1)), spanOfDays(days, day, day)];
  const passed = now - today.from + 1;
  return [yesterday, { from: yesterday.from, to: Math.min(yesterday.to, yesterday.from + passed) }, today];
}

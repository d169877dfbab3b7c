import { ApiError, addDays, formatRejection, localize, orderPanel, type Translate, type Values } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { listDaysUpTo, type SiteDays } from './site-days.ts';

/** Maximum days of one answer, in general and by the hour. */
const maxDays = 366;
const maxDaysByHour = 31;
const hourMs = 3_600_000;

/** First and last day of a range, both inclusive. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

export type Granularity = 'hour' | 'day' | 'week' | 'month';

/** A span with its name on the axis. */
export interface NamedSpan extends Span {
  readonly x: string;
}

function reject(errors: Record<string, string[]>): never {
  throw new ApiError('invalid', { errors });
}

function getCustomRange({ start, end }: Values, { locale, t }: Caller): DayRange {
  const label = (name: 'start' | 'end') => localize(orderPanel.input[name].label, locale);
  const createRequiredErrors = (name: 'start' | 'end') => [formatRejection('required', label(name), t as Translate)];
  if (typeof start !== 'string' || typeof end !== 'string') {
    return reject({
      ...(typeof start === 'string' ? {} : { start: createRequiredErrors('start') }),
      ...(typeof end === 'string' ? {} : { end: createRequiredErrors('end') }),
    });
  }
  if (start > end)
    return reject({ start: [formatRejection('range', localize(orderPanel.input.range.label, locale), t)] });
  if (addDays(start, maxDays - 1) < end) {
    return reject({ end: [formatRejection('tooBig', label('end'), t, { max: addDays(start, maxDays - 1) })] });
  }
  return { start, end };
}

/** Parses the requested days; custom days take precedence over a named range. Throws `invalid` with the faulty field. */
export function parseDayRange(values: Values, days: SiteDays, now: number, caller: Caller): DayRange {
  const today = days.dayOf(now);
  const named = values.start === null && values.end === null ? values.range : 'custom';
  if (named === 'today') return { start: today, end: today };
  if (named === 'last-7d') return { start: addDays(today, -6), end: today };
  if (named === 'last-30d') return { start: addDays(today, -29), end: today };
  const range = getCustomRange(values, caller);
  const lastByHour = addDays(range.start, maxDaysByHour - 1);
  if (values.granularity === 'hour' && lastByHour < range.end) {
    const label = localize(orderPanel.input.end.label, caller.locale);
    return reject({ end: [formatRejection('tooBig', label, caller.t, { max: lastByHour })] });
  }
  return range;
}

function getDaysIn({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}

/** Returns the range of the same length just before it. */
export function getPreviousRange(range: DayRange): DayRange {
  return { start: addDays(range.start, -getDaysIn(range)), end: addDays(range.start, -1) };
}

/** Returns the Monday of a day's week. */
function getMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const nameOfDay: Readonly<Record<Exclude<Granularity, 'hour'>, (day: string) => string>> = {
  day: (day) => day,
  week: getMonday,
  month: (day) => day.slice(0, 7),
};

/** The hours of a day on the local clock: 23 or 25 of them when clocks change. */
function getHours({ from, to, day }: Span & { readonly day: string }, timeZone: string): NamedSpan[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const hours: NamedSpan[] = [];
  for (let at = from; at < to; at += hourMs)
    hours.push({ from: at, to: Math.min(at + hourMs, to), x: `${day} ${clock.format(at)}` });
  return hours;
}

/** Returns the spans of a range, oldest first; the first and the last week or month may be partial. */
export function listSpans(range: DayRange, granularity: Granularity, days: SiteDays): NamedSpan[] {
  const everyDay = listDaySpans(days, range.end, getDaysIn(range));
  if (granularity === 'hour') return everyDay.flatMap((span) => getHours(span, days.timeZone));
  const spans: NamedSpan[] = [];
  for (const { day, from, to } of everyDay) {
    const x = nameOfDay[granularity](day);
    const last = spans.at(-1);
    if (last?.x === x) spans[spans.length - 1] = { ...last, to };
    else spans.push({ x, from, to });
  }
  return spans;
}

/** Half-open, in UTC ms; a day of 23 or 25 hours is one span like any other. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function toSpan(days: SiteDays, first: string, last: string): Span {
  return { from: days.startOf(first), to: days.startOf(addDays(last, 1)) };
}

/** Returns one span per day, oldest first; each ends where the next starts. */
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
 * Yesterday, yesterday up to the current time of day, and today. Where clocks change, elapsed time counts, not the displayed
 * time.
 */
export function getComparedSpans(days: SiteDays, now: number): readonly [Span, Span, Span] {
  const day = days.dayOf(now);
  const [yesterday, today] = [toSpan(days, addDays(day, -1), addDays(day, -1)), toSpan(days, day, day)];
  const passed = now - today.from + 1;
  return [yesterday, { from: yesterday.from, to: Math.min(yesterday.to, yesterday.from + passed) }, today];
}

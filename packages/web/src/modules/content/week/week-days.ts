import { addDays, formatWallTime, isDay, parseMoment } from '@gantry/core';
import { getMonday } from '../../../fields/date/month.ts';

/** The week that an address names by any day of it; the one of today when it names none. */
export function parseWeek(text: string | null, today: string): string {
  return getMonday(text !== null && isDay(text) ? text : today);
}

/** Seven days from a Monday on. */
export function listDays(monday: string): string[] {
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at));
}

/** First and last moment of a week on the clocks of a zone, in UTC ms. */
export function getWeekSpan(monday: string, timeZone: string): { readonly from: number; readonly to: number } {
  const start = (text: string) => parseMoment(text, timeZone) ?? Date.parse(`${text}T00:00:00Z`);
  return { from: start(monday), to: start(addDays(monday, 7)) - 1 };
}

/** What begins on each day of a week, as it came. */
export function byDay<T extends { readonly startAt?: unknown }>(
  items: readonly T[],
  monday: string,
  timeZone: string,
): { readonly day: string; readonly items: readonly T[] }[] {
  const dayOf = ({ startAt }: T) => formatWallTime(Number(startAt), timeZone).slice(0, 10);
  const placed = items.map((item) => ({ item, on: dayOf(item) }));
  return listDays(monday).map((day) => ({ day, items: placed.flatMap(({ item, on }) => (on === day ? [item] : [])) }));
}

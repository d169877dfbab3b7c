import { addDays } from '@gantry/core';

/** Calendar days as the site's time zone cuts them. A day is `YYYY-MM-DD`; a moment is UTC ms. */
export interface SiteDays {
  readonly timeZone: string;
  /** The day that a moment falls on. */
  dayOf(moment: number): string;
  /** The first moment of a day: midnight, or the end of the gap where clocks skip midnight. */
  startOf(day: string): number;
}

const quarter = 15 * 60_000;
/** Local midnight lies within 15 hours of midnight UTC, whatever the zone. */
const reach = (15 * 3_600_000) / quarter;

/** Days of a time zone. An unknown zone throws RangeError, as Intl does. */
export function createSiteDays(timeZone: string): SiteDays {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (moment: number) => format.format(moment);
  return { timeZone, dayOf, startOf: (day) => firstMoment(day, dayOf) };
}

/** Searches the quarters of an hour around midnight UTC: every offset in use is a whole number of quarters. */
function firstMoment(day: string, dayOf: SiteDays['dayOf']): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  let before = -reach;
  let after = reach;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(utcMidnight + middle * quarter) >= day) after = middle;
    else before = middle;
  }
  return utcMidnight + after * quarter;
}

/** So many days in a row, oldest first, the last one given. */
export function listDaysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));
}

import { addDays } from '@gantry/core';

/** Calendar days in the site's time zone. A day is `YYYY-MM-DD`; a time is UTC ms. */
export interface SiteDays {
  readonly timeZone: string;
  /** Returns the day of a time. */
  dayOf(moment: number): string;
  /** Returns the start of a day: midnight, or the end of the gap where clocks skip midnight. */
  startOf(day: string): number;
}

const quarter = 15 * 60_000;
/** Local midnight is within 15 hours of midnight UTC in every zone. */
const maxQuarters = (15 * 3_600_000) / quarter;

/** Creates the days of a time zone. Throws RangeError for an unknown zone, as Intl does. */
export function createSiteDays(timeZone: string): SiteDays {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (moment: number) => format.format(moment);
  return { timeZone, dayOf, startOf: (day) => findStart(day, dayOf) };
}

/** Searches the quarter hours around midnight UTC: every offset in use is a multiple of 15 minutes. */
function findStart(day: string, dayOf: SiteDays['dayOf']): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  let before = -maxQuarters;
  let after = maxQuarters;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(utcMidnight + middle * quarter) >= day) after = middle;
    else before = middle;
  }
  return utcMidnight + after * quarter;
}

/** Returns `count` consecutive days up to `last`, oldest first. */
export function listDaysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));
}

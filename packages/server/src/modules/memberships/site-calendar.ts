/** A time range in UTC ms; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type CalendarUnit = 'day' | 'month' | 'year';

/** Days and months in the site's time zone. Times are UTC ms. */
export interface SiteCalendar {
  /**
   * Adds days, months or years and keeps the local time of day; in a shorter month the result is its last day. When `moment` is a
   * whole number of months after the anchor, months are counted from the anchor, so that a later month ends on its day again.
   */
  add(moment: number, value: number, unit: CalendarUnit, anchor?: number | null): number;
  /** Returns the anchor when the moment is a whole number of months after it; otherwise the moment. */
  anchored(moment: number, anchor: number | null): number;
  /** Returns the calendar month that contains the moment. */
  monthOf(moment: number): Span;
  /** Returns how many calendar months the month of `to` is after the month of `from`. */
  monthsBetween(from: number, to: number): number;
  /**
   * Returns the span that contains the moment and its index since `from`. Each span is `value` days or months long, as in `add`.
   */
  spanSince(from: number, moment: number, value: number, unit: 'day' | 'month', anchor?: number | null): CountedSpan;
}

export interface CountedSpan extends Span {
  /** From 0. */
  readonly index: number;
}

/** Local time of the site, encoded as if it were UTC ms. */
type Wall = number;

/** Creates the calendar of a time zone. Throws RangeError for an unknown zone, as Intl does. */
export function createSiteCalendar(timeZone: string): SiteCalendar {
  const wallOf = createWall(timeZone);
  const getMoment = (wall: Wall) => {
    let moment = wall;
    // Two rounds, because the first offset may be from the other side of a daylight saving change.
    for (let round = 0; round < 2; round += 1) moment = wall - (wallOf(moment) - moment);
    return moment;
  };
  const addUnits = (moment: number, value: number, unit: CalendarUnit) =>
    getMoment(addToWall(wallOf(moment), value, unit));
  const countMonthsBetween = (from: number, to: number) => getMonths(wallOf(to)) - getMonths(wallOf(from));
  const anchorMoment: SiteCalendar['anchored'] = (moment, anchor) => {
    if (anchor === null || anchor > moment) return moment;
    return addUnits(anchor, countMonthsBetween(anchor, moment), 'month') === moment ? anchor : moment;
  };
  const add: SiteCalendar['add'] = (moment, value, unit, anchor = null) => {
    if (unit === 'day') return addUnits(moment, value, unit);
    const from = anchorMoment(moment, anchor);
    return addUnits(from, countMonthsBetween(from, moment) + value * (unit === 'year' ? 12 : 1), 'month');
  };
  return {
    add,
    anchored: anchorMoment,
    monthOf(moment) {
      const start = startOfMonth(wallOf(moment));
      return { start: getMoment(start), end: getMoment(addToWall(start, 1, 'month')) };
    },
    monthsBetween: countMonthsBetween,
    spanSince(from, moment, value, unit, anchor = null) {
      const getBorder = (index: number) => add(from, index * value, unit, anchor);
      const passed = unit === 'month' ? countMonthsBetween(from, moment) : (wallOf(moment) - wallOf(from)) / 86_400_000;
      let index = Math.max(0, Math.floor(passed / value));
      while (index > 0 && getBorder(index) > moment) index -= 1;
      while (getBorder(index + 1) <= moment) index += 1;
      return { index, start: getBorder(index), end: getBorder(index + 1) };
    },
  };
}

function startOfMonth(wall: Wall): Wall {
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function getMonths(wall: Wall): number {
  const date = new Date(wall);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function addToWall(wall: Wall, value: number, unit: CalendarUnit): Wall {
  if (unit === 'day') return wall + value * 86_400_000;
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + value * (unit === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function createWall(timeZone: string): (moment: number) => Wall {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000);
  };
}

/** Gives the calendar day of a moment (UTC ms) in a time zone, as `YYYY-MM-DD`. */
export type DayOf = (moment: number, timeZone: string) => string;

/** Formats of zones are kept: making one costs more than using it. */
export function createDayOf(): DayOf {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (moment, timeZone) => {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
    return format.format(moment);
  };
}

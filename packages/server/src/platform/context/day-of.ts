/** Returns the calendar day of a time (UTC ms) in a time zone, as `YYYY-MM-DD`. */
export type DayOf = (moment: number, timeZone: string) => string;

/** The local hour of a time. */
export interface SiteHour {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The first UTC ms of the hour. Two hours with the same name, when clocks are set back, differ. */
  readonly hour: number;
}
export type HourOf = (moment: number, timeZone: string) => SiteHour;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Caches the formats of time zones: creating one is slower than using it. */
function cacheFormats(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...options });
    formats.set(timeZone, format);
    return format;
  };
}

const calendar = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

export function createDayOf(): DayOf {
  const formatOf = cacheFormats(calendar);
  return (moment, timeZone) => formatOf(timeZone).format(moment);
}

/** Returns the local time as `YYYYMMDDhhmmss`. */
export function createWallClock(): (moment: number, timeZone: string) => string {
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const formatOf = cacheFormats({ ...calendar, ...time });
  return (moment, timeZone) => formatOf(timeZone).format(moment).replace(/\D/g, '');
}

/** Hours start when the local time has no minutes, which in some time zones is half past an hour of UTC. */
export function createHourOf(): HourOf {
  const formatOf = cacheFormats({ ...calendar, minute: '2-digit', hour: '2-digit', hourCycle: 'h23' });
  const hours = new Map<string, SiteHour>();
  return (moment, timeZone) => {
    // The offset of a time zone changes only at a quarter of an hour.
    const quarter = moment - (moment % (15 * minuteMs));
    const name = `${quarter} ${timeZone}`;
    const siteHour = hours.get(name) ?? read(formatOf(timeZone), quarter);
    if (hours.size > 1_000) hours.clear();
    hours.set(name, siteHour);
    return siteHour;
  };
}

function read(format: Intl.DateTimeFormat, moment: number): SiteHour {
  const parts = format.formatToParts(moment);
  const getPart = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  const minutes = Number(getPart('minute'));
  return {
    day: `${getPart('year')}-${getPart('month')}-${getPart('day')}`,
    hour: moment - (moment % minuteMs) - ((minutes * minuteMs) % hourMs),
  };
}

/** Cached formats by time zone, because creating one takes far longer than using it. A process needs only a few. */
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 64;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const stored = formats.get(timeZone);
  if (stored) return stored;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** Formats a time as `2026-01-31 08:00:00` in a time zone. The format is sortable and the same in both languages. */
export function formatTime(ms: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(ms);
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Formats a time in a time zone, without seconds when they are zero. `parseMoment` reads it back. */
export function formatWallTime(ms: number, timeZone: string): string {
  return formatTime(ms, timeZone).replace(/:00$/, '');
}

/**
 * Formats a time as ISO 8601 with the offset of the zone, and with milliseconds when they are not zero:
 * `2026-01-31T08:00:00+08:00`.
 */
export function formatIsoTime(ms: number, timeZone: string): string {
  const shown = formatTime(ms, timeZone);
  const minutes = (Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000) / 60_000;
  if (!Number.isInteger(minutes)) return new Date(ms).toISOString();
  const fraction = ms - Math.floor(ms / 1000) * 1000;
  const parts = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`;
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return `${shown.replace(' ', 'T')}${parts}${minutes < 0 ? '-' : '+'}${offset}`;
}

const dayShape = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|年(\d{1,2})月(\d{1,2})日)/;
const clockShape =
  /^[ T]?\s*(上午|下午)?\s*(\d{1,2})(?:[:：](\d{2})(?:[:：](\d{2})(?:\.(\d{1,9}))?)?|时(\d{1,2})分(?:(\d{1,2})秒)?)(?:\s*(Z|[+-]\d{2}:?\d{2}))?$/i;

interface Written {
  /** The written time, as if it were in UTC, in milliseconds. */
  readonly wall: number;
  /** Precision of the written time in milliseconds: a minute, a second or a millisecond. Null for a date without a time. */
  readonly precision: number | null;
  /** Minutes ahead of UTC. Null when no zone is written. */
  readonly offset: number | null;
}

function parseOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (/^z$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Converts an hour with 上午 or 下午 to the 24-hour clock. Returns null for an hour that is out of range. */
function toHour(half: string | undefined, hour: number): number | null {
  if (half === undefined) return hour > 23 ? null : hour;
  if (hour > 12) return null;
  return (hour % 12) + (half === '下午' ? 12 : 0);
}

interface Clock extends Pick<Written, 'offset'> {
  /** Milliseconds since midnight. */
  readonly ms: number;
  readonly precision: number;
}

function parseClock(text: string): Clock | null {
  const match = clockShape.exec(text);
  if (!match) return null;
  const [, half, hours, minutes = match[6], seconds = match[7], fraction = '', , , zone] = match;
  const hour = toHour(half, Number(hours));
  const [minute, second] = [Number(minutes), Number(seconds ?? 0)];
  if (hour === null || minute > 59 || second > 59) return null;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const precision = seconds === undefined ? 60_000 : fraction === '' ? 1_000 : 1;
  return { ms: ((hour * 60 + minute) * 60 + second) * 1000 + ms, precision, offset: parseOffset(zone) };
}

/**
 * Parses a date, or a date and a time, in ISO 8601 or as Excel writes it in Chinese. Returns null for other text and for dates
 * that do not exist.
 */
function parseWritten(given: string): Written | null {
  const text = given.trim();
  const match = dayShape.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0] = match
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  const start = Date.UTC(year, month - 1, day);
  const back = new Date(start);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || year === 0) return null;
  const rest = text.slice(match[0].length);
  if (rest === '') return { wall: start, precision: null, offset: null };
  // The time may follow without a space only after `日`.
  const clock = match[0].endsWith('日') || /^[ T]/.test(rest) ? parseClock(rest) : null;
  return clock && { wall: start + clock.ms, precision: clock.precision, offset: clock.offset };
}

/** Returns how far a time zone is ahead of UTC at a time, in milliseconds. */
function getOffsetMs(ms: number, timeZone: string): number {
  return (parseWritten(formatTime(ms, timeZone))?.wall ?? ms) - Math.floor(ms / 1000) * 1000;
}

/** Cached offsets by quarter of an hour, the interval at which offsets change. A long file needs a few thousand. */
const quarterMs = 900_000;
const maxQuarters = 4_096;
const known = new Map<string, number>();

/** Returns the UTC milliseconds at which UTC shows the same time as the zone, to the second. It is fast for many times. */
export function toShownMoment(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / quarterMs);
  const key = `${timeZone} ${quarter}`;
  let ahead = known.get(key);
  if (ahead === undefined) {
    if (known.size >= maxQuarters) known.clear();
    ahead = getOffsetMs(quarter * quarterMs, timeZone);
    known.set(key, ahead);
  }
  return Math.floor(ms / 1000) * 1000 + ahead;
}

/**
 * Converts a local time to UTC. The earlier of two moments wins when the local time occurs twice. A skipped local time is
 * converted with the offset before the change.
 */
function toMoment(wall: number, timeZone: string): number {
  const before = wall - getOffsetMs(wall - 86_400_000, timeZone);
  const after = wall - getOffsetMs(wall + 86_400_000, timeZone);
  const shown = formatTime(wall, 'UTC');
  const fitting = [before, after].filter((ms) => formatTime(ms, timeZone) === shown);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

function getMoment({ wall, offset }: Written, timeZone: string): number {
  return offset === null ? toMoment(wall, timeZone) : wall - offset * 60_000;
}

/**
 * Parses a time to UTC milliseconds: `2026-01-31 08:00`, `2026/1/31 8:00`, `2026年1月31日 8:00` or ISO 8601. Text without a zone is
 * in `timeZone`, and a date without a time is the start of the day. Returns null for other text and for times that do not exist.
 */
export function parseMoment(text: string, timeZone: string): number | null {
  const written = parseWritten(text);
  return written && getMoment(written, timeZone);
}

/** Parses a date in the forms of `parseMoment` as `2026-01-31`. Returns null for other text and for text with a time. */
export function parseDay(text: string): string | null {
  const written = parseWritten(text);
  return written?.precision === null ? new Date(written.wall).toISOString().slice(0, 10) : null;
}

/** Whether a text is an existing date: `2026-02-30` is not. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseWritten(value) !== null;
}

/** Adds days to a date, or subtracts them; both dates are like `2026-01-31`. Throws RangeError when `day` is not a date. */
export function addDays(day: string, days: number): string {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Names of relative ranges, for help texts and hints. */
export const relativeRanges = ['today', 'yesterday', 'last-24h', 'last-7d', 'this-month'] as const;

/** Returns the first and last day of a relative range. `last-7d` has seven days and ends today. */
function relativeDays(name: string, today: string): readonly [string, string] | null {
  if (name === 'today') return [today, today];
  if (name === 'yesterday') return [addDays(today, -1), addDays(today, -1)];
  if (name === 'this-month') {
    const first = `${today.slice(0, 8)}01`;
    return [first, addDays(`${addDays(first, 31).slice(0, 8)}01`, -1)];
  }
  const days = Number(/^last-([1-9]\d{0,3})d$/.exec(name)?.[1] ?? 0);
  return days > 0 ? [addDays(today, 1 - days), today] : null;
}

/** A range with both bounds included. A missing bound is open. */
interface Span<T> {
  readonly from?: T;
  readonly to?: T;
}

function daysIn(text: string, today: string): readonly [string, string] | null {
  const day = parseDay(text);
  return day === null ? relativeDays(text, today) : [day, day];
}

/** Returns the first and last millisecond of one side of a range. */
function getMoments(text: string, timeZone: string, now: number): readonly [number, number] | null {
  if (/^\d{12,14}$/.test(text)) return [Number(text), Number(text)];
  const hours = Number(/^last-([1-9]\d{0,3})h$/.exec(text)?.[1] ?? 0);
  if (hours > 0) return [now - hours * 3_600_000, now];
  const days = daysIn(text, formatWallTime(now, timeZone).slice(0, 10));
  if (days === null) {
    const written = parseWritten(text);
    if (written === null) return null;
    const moment = getMoment(written, timeZone);
    return [moment, moment + (written.precision ?? 1) - 1];
  }
  const start = (day: string) => toMoment(Date.parse(`${day}T00:00:00Z`), timeZone);
  return [start(days[0]), start(addDays(days[1], 1)) - 1];
}

function parseSpan<T>(text: string, read: (side: string) => readonly [T, T] | null): Span<T> | null {
  const sides = text.includes('..') ? text.split('..') : [text, text];
  const [from = '', to = ''] = sides.map((side) => side.trim());
  const [first, last] = [from === '' ? undefined : read(from), to === '' ? undefined : read(to)];
  if (sides.length > 2 || first === null || last === null || (first ?? last) === undefined) return null;
  return { ...(first ? { from: first[0] } : {}), ...(last ? { to: last[1] } : {}) };
}

/**
 * Parses a range of time to UTC milliseconds: `2026-11-24`, `2026-11-01..2026-11-24`, `2026-11-24 09:00..` or a relative range
 * such as `last-7d`. A date means the full day in `timeZone`, `09:00` the full minute, and the end is included. Returns null for
 * other text.
 */
export function parseTimeSpan(text: string, timeZone: string, now: number): Span<number> | null {
  return parseSpan(text, (side) => getMoments(side, timeZone, now));
}

/** Parses a range of dates in the same forms. `timeZone` determines which day is today. */
export function parseDaySpan(text: string, timeZone: string, now: number): Span<string> | null {
  return parseSpan(text, (side) => daysIn(side, formatWallTime(now, timeZone).slice(0, 10)));
}

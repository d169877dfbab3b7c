/** Formats of zones are stored, the few that a process asks for: making one takes far longer than using it. */
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

/** A moment as `2026-01-31 08:00:00` in the given zone: sortable, the same in both languages. */
export function formatTime(ms: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(ms);
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The time of a zone at a moment, without the seconds when there are none: what `parseMoment` reads. */
export function formatWallTime(ms: number, timeZone: string): string {
  return formatTime(ms, timeZone).replace(/:00$/, '');
}

/** A moment in ISO 8601 with the offset of the zone, to the millisecond where it has any: `2026-01-31T08:00:00+08:00`. */
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
  /** The time as it is written, as the UTC ms at which it is that time in UTC. */
  readonly wall: number;
  /** How exactly the time of day is written, in ms: to the minute, the second or the millisecond. Null for a day alone. */
  readonly precision: number | null;
  /** Minutes ahead of UTC, where a zone is written. */
  readonly offset: number | null;
}

function parseOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (/^z$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Hours of a day by the half of the day; null for an hour that the half does not have. */
function toHour(half: string | undefined, hour: number): number | null {
  if (half === undefined) return hour > 23 ? null : hour;
  if (hour > 12) return null;
  return (hour % 12) + (half === '下午' ? 12 : 0);
}

interface Clock extends Pick<Written, 'offset'> {
  /** Since midnight. */
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

/** Reads a day, or a day and a time, in ISO 8601 or as Excel writes it in Chinese; null for what is neither or does not exist. */
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
  // Only after `日` may the time follow without a space.
  const clock = match[0].endsWith('日') || /^[ T]/.test(rest) ? parseClock(rest) : null;
  return clock && { wall: start + clock.ms, precision: clock.precision, offset: clock.offset };
}

/** How far the time of a zone is ahead of UTC at a moment, in ms. */
function aheadOf(ms: number, timeZone: string): number {
  return (parseWritten(formatTime(ms, timeZone))?.wall ?? ms) - Math.floor(ms / 1000) * 1000;
}

/** Offsets change on a quarter of an hour: what was found for one is stored, the few thousand that a long file asks for. */
const quarterMs = 900_000;
const maxQuarters = 4_096;
const known = new Map<string, number>();

/** The time of a zone at a moment, as the UTC ms at which it is that time in UTC; to the second. Quick for many moments. */
export function toShownMoment(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / quarterMs);
  const key = `${timeZone} ${quarter}`;
  let ahead = known.get(key);
  if (ahead === undefined) {
    if (known.size >= maxQuarters) known.clear();
    ahead = aheadOf(quarter * quarterMs, timeZone);
    known.set(key, ahead);
  }
  return Math.floor(ms / 1000) * 1000 + ahead;
}

/** When a time occurs twice, the earlier of the two moments; a time that is skipped is taken as if it had not been. */
function toMoment(wall: number, timeZone: string): number {
  const before = wall - aheadOf(wall - 86_400_000, timeZone);
  const after = wall - aheadOf(wall + 86_400_000, timeZone);
  const shown = formatTime(wall, 'UTC');
  const fitting = [before, after].filter((ms) => formatTime(ms, timeZone) === shown);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

function momentOf({ wall, offset }: Written, timeZone: string): number {
  return offset === null ? toMoment(wall, timeZone) : wall - offset * 60_000;
}

/**
 * The moment that a text names, in UTC ms: `2026-01-31 08:00`, `2026/1/31 8:00`, `2026年1月31日 8:00` or ISO 8601. A text without
 * a zone is in `timeZone`, and a day without a time is its start. Null for what is no time, or does not exist.
 */
export function parseMoment(text: string, timeZone: string): number | null {
  const written = parseWritten(text);
  return written && momentOf(written, timeZone);
}

/** A day in any of the forms of `parseMoment` as `2026-01-31`; null for what is no day, or has a time. */
export function parseDay(text: string): string | null {
  const written = parseWritten(text);
  return written?.precision === null ? new Date(written.wall).toISOString().slice(0, 10) : null;
}

/** A day that the calendar has: 2026-02-30 is none. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseWritten(value) !== null;
}

/** The day so many days after one, or before it; both are `2026-01-31`. Throws RangeError at what is no day. */
export function addDays(day: string, days: number): string {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** What relative ranges are called, for help and hints. */
export const relativeRanges = ['today', 'yesterday', 'last-24h', 'last-7d', 'this-month'] as const;

/** The first and the last day of a relative range; `last-7d` are seven days with today as the last. */
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

/** Both edges are included; an edge that is not given is open. */
interface Span<T> {
  readonly from?: T;
  readonly to?: T;
}

function daysIn(text: string, today: string): readonly [string, string] | null {
  const day = parseDay(text);
  return day === null ? relativeDays(text, today) : [day, day];
}

/** The first and the last ms of what one side of a range names. */
function momentsOf(text: string, timeZone: string, now: number): readonly [number, number] | null {
  if (/^\d{12,14}$/.test(text)) return [Number(text), Number(text)];
  const hours = Number(/^last-([1-9]\d{0,3})h$/.exec(text)?.[1] ?? 0);
  if (hours > 0) return [now - hours * 3_600_000, now];
  const days = daysIn(text, formatWallTime(now, timeZone).slice(0, 10));
  if (days === null) {
    const written = parseWritten(text);
    if (written === null) return null;
    const moment = momentOf(written, timeZone);
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
 * The moments of `2026-11-24`, `2026-11-01..2026-11-24`, `2026-11-24 09:00..` or a relative range such as `last-7d`: a day is the
 * whole day in `timeZone`, `09:00` is the whole minute, and the end of a range is included. Null for what cannot be read.
 */
export function parseTimeSpan(text: string, timeZone: string, now: number): Span<number> | null {
  return parseSpan(text, (side) => momentsOf(side, timeZone, now));
}

/** The same for calendar days, which are in no zone; `timeZone` says which day today is. */
export function parseDaySpan(text: string, timeZone: string, now: number): Span<string> | null {
  return parseSpan(text, (side) => daysIn(side, formatWallTime(now, timeZone).slice(0, 10)));
}

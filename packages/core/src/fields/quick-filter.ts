import type { AnyResource, DaySpan, QuickFilter } from '../definition/index.ts';
import type { Filters, FilterValue } from './filter-schema.ts';
import { findField } from './kinds/base-fields.ts';
import { addDays, formatTime } from './kinds/date.ts';

/** `2026-01-31 08:00:00`, with the seconds or the whole clock left out if one likes; a `T` may stand between. */
const shape = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

function utcOf(text: string): number | null {
  const match = shape.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day && year > 0 ? ms : null;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in ms. */
function aheadOf(ms: number, timeZone: string): number {
  return (utcOf(formatTime(ms, timeZone)) ?? ms) - Math.floor(ms / 1000) * 1000;
}

/** Clocks are put on or back on a quarter of an hour: what was found for one is kept, the few thousand that a long file asks for. */
const quarterMs = 900_000;
const maxQuarters = 4_096;
const known = new Map<string, number>();

/** What the clocks of a zone show at a moment, as the UTC ms at which clocks in UTC show it; to the second. Quick for many moments. */
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

/**
 * The moment at which the clocks of a zone show a time, in UTC ms; null for what is no time. When clocks are put back,
 * the earlier of the two moments; a time that clocks leap over is taken as if they had not.
 */
export function parseMoment(text: string, timeZone: string): number | null {
  const wall = utcOf(text);
  if (wall === null) return null;
  const before = wall - aheadOf(wall - 86_400_000, timeZone);
  const after = wall - aheadOf(wall + 86_400_000, timeZone);
  const shown = formatTime(wall, 'UTC');
  const fitting = [before, after].filter((ms) => formatTime(ms, timeZone) === shown);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

/** The clocks of a zone at a moment, without the seconds when there are none: what momentOf reads. */
export function formatWallTime(ms: number, timeZone: string): string {
  return formatTime(ms, timeZone).replace(/:00$/, '');
}

function isDaySpan(value: QuickFilter['where'][string]): value is DaySpan {
  return 'days' in value;
}

/** Whole days on the clocks of a zone: both edges are in. */
function spanOf({ days }: DaySpan, kind: string | undefined, now: number, timeZone: string): FilterValue {
  const today = formatWallTime(now, timeZone).slice(0, 10);
  const start = (after: number) => parseMoment(addDays(today, after), timeZone) ?? now;
  const from = (after: number) => (kind === 'date' ? addDays(today, after) : start(after));
  const to = (after: number) => (kind === 'date' ? addDays(today, after) : start(after + 1) - 1);
  return {
    ...(days.from === undefined ? {} : { from: from(days.from) }),
    ...(days.to === undefined ? {} : { to: to(days.to) }),
  };
}

/** What a list is narrowed by when a quick filter is chosen: the same all through a day of the zone. */
export function resolveQuickFilter(
  resource: AnyResource,
  { where }: QuickFilter,
  now: number,
  timeZone: string,
): Filters {
  const entries = Object.entries(where).map(([name, value]) => {
    const kind = findField(resource, name)?.kind;
    return [name, isDaySpan(value) ? spanOf(value, kind, now, timeZone) : value] as const;
  });
  return Object.fromEntries(entries);
}

import type { AnyResource, DaySpan, QuickFilter } from '../definition/index.ts';
import { fieldNamed } from './base-fields.ts';
import { dayAfter } from './date.ts';
import type { Filters, FilterValue } from './filter-schema.ts';
import { momentOf, wallTime } from './wall-time.ts';

function isDaySpan(value: QuickFilter['where'][string]): value is DaySpan {
  return 'days' in value;
}

/** Whole days on the clocks of a zone: both edges are in. */
function spanOf({ days }: DaySpan, kind: string | undefined, now: number, timeZone: string): FilterValue {
  const today = wallTime(now, timeZone).slice(0, 10);
  const start = (after: number) => momentOf(dayAfter(today, after), timeZone) ?? now;
  const from = (after: number) => (kind === 'date' ? dayAfter(today, after) : start(after));
  const to = (after: number) => (kind === 'date' ? dayAfter(today, after) : start(after + 1) - 1);
  return {
    ...(days.from === undefined ? {} : { from: from(days.from) }),
    ...(days.to === undefined ? {} : { to: to(days.to) }),
  };
}

/** What a list is narrowed by when a quick filter is chosen: the same all through a day of the zone. */
export function quickFilters(resource: AnyResource, { where }: QuickFilter, now: number, timeZone: string): Filters {
  const entries = Object.entries(where).map(([name, value]) => {
    const kind = fieldNamed(resource, name)?.kind;
    return [name, isDaySpan(value) ? spanOf(value, kind, now, timeZone) : value] as const;
  });
  return Object.fromEntries(entries);
}

import type { AnyResource, DaySpan, QuickFilter } from '../definition/index.ts';
import type { Filters, FilterValue } from './filter-schema.ts';
import { findField } from './kinds/base-fields.ts';
import { addDays, formatWallTime, parseMoment } from './kinds/zoned-time.ts';

function isDaySpan(value: QuickFilter['where'][string]): value is DaySpan {
  return 'days' in value;
}

/** Returns the range of a day span in a time zone. Both days are included. */
function getSpan({ days }: DaySpan, kind: string | undefined, now: number, timeZone: string): FilterValue {
  const today = formatWallTime(now, timeZone).slice(0, 10);
  const start = (after: number) => parseMoment(addDays(today, after), timeZone) ?? now;
  const from = (after: number) => (kind === 'date' ? addDays(today, after) : start(after));
  const to = (after: number) => (kind === 'date' ? addDays(today, after) : start(after + 1) - 1);
  return {
    ...(days.from === undefined ? {} : { from: from(days.from) }),
    ...(days.to === undefined ? {} : { to: to(days.to) }),
  };
}

/** Returns the filters of a quick filter. The result is the same for the whole day in the time zone. */
export function resolveQuickFilter(
  resource: AnyResource,
  { where }: QuickFilter,
  now: number,
  timeZone: string,
): Filters {
  const entries = Object.entries(where).map(([name, value]) => {
    const kind = findField(resource, name)?.kind;
    return [name, isDaySpan(value) ? getSpan(value, kind, now, timeZone) : value] as const;
  });
  return Object.fromEntries(entries);
}

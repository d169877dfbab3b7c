import { Fault, type OrderPanelAnswer, orderPanel, refusalWords, say, type Translate, type Values } from '@gantry/core';
import type { Caller } from '../../context.ts';
import { addDays, type SiteDays } from './site-days.ts';

/** Days that one answer covers at most. */
const longest = 366;

function refuse(errors: Record<string, string[]>): never {
  throw new Fault('invalid', { errors });
}

function customRange({ start, end }: Values, { locale, t }: Caller): { start: string; end: string } {
  const label = (name: 'start' | 'end') => say(orderPanel.input[name].label, locale);
  const required = (name: 'start' | 'end') => [refusalWords('required', label(name), t as Translate)];
  if (typeof start !== 'string' || typeof end !== 'string') {
    return refuse({
      ...(typeof start === 'string' ? {} : { start: required('start') }),
      ...(typeof end === 'string' ? {} : { end: required('end') }),
    });
  }
  if (start > end) return refuse({ start: [refusalWords('range', say(orderPanel.input.range.label, locale), t)] });
  if (addDays(start, longest - 1) < end) {
    return refuse({ end: [refusalWords('tooBig', label('end'), t, { max: addDays(start, longest - 1) })] });
  }
  return { start, end };
}

function rangeOf(values: Values, days: SiteDays, now: number, caller: Caller): { start: string; end: string } {
  const today = days.dayOf(now);
  if (values.range === 'today') return { start: today, end: today };
  if (values.range === '7d') return { start: addDays(today, -6), end: today };
  if (values.range === '30d') return { start: addDays(today, -29), end: today };
  return customRange(values, caller);
}

/** The range as the site's days have it. There are no orders on the platform yet, so there is nothing to add up. */
export function orderPanelAnswer(values: Values, days: SiteDays, now: number, caller: Caller): OrderPanelAnswer {
  const { start, end } = rangeOf(values, days, now, caller);
  return {
    range: { start, end, granularity: String(values.granularity), timezone: days.timeZone },
    summary: null,
    series: null,
  };
}

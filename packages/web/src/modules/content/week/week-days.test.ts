import { expect, it } from 'vitest';
import { getMonday } from '../../../fields/date/month.ts';
import { byDay, getWeekSpan, listDays, parseWeek } from './week-view.tsx';

it.each([
  ['2026-06-29', '2026-06-29'],
  ['2026-07-05', '2026-06-29'],
  ['2026-01-01', '2025-12-29'],
  ['2024-02-29', '2024-02-26'],
])('the week of %s starts on %s', (day, monday) => {
  expect(getMonday(day)).toBe(monday);
  expect(listDays(monday)).toContain(day);
});

it.each([null, '', 'yesterday', '2026-13-40', '2026-6-3'])(
  'shows the current week for the URL parameter %j',
  (text) => {
    expect(parseWeek(text, '2026-07-01')).toBe('2026-06-29');
  },
);

it('has seven days, also in weeks with a clock change', () => {
  const hours = (monday: string, zone: string) => {
    const { from, to } = getWeekSpan(monday, zone);
    return (to + 1 - from) / 3_600_000;
  };
  expect(hours('2026-06-29', 'Asia/Shanghai')).toBe(168);
  expect(hours('2026-03-23', 'Europe/Berlin')).toBe(167);
  expect(hours('2026-10-19', 'Europe/Berlin')).toBe(169);
});

it('assigns lessons around midnight to the day in the site’s time zone', () => {
  const midnight = Date.parse('2026-06-30T16:00:00Z');
  const [late, early] = [{ startAt: midnight - 1 }, { startAt: midnight }];
  const week = byDay([late, early], '2026-06-29', 'Asia/Shanghai');
  expect(week.map(({ items }) => items)).toEqual([[], [late], [early], [], [], [], []]);
});

import { addDays, formatTime } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createSiteDays, listDaysUpTo } from './site-days.ts';

const hour = 3_600_000;
const lengthOf = (zone: string, day: string) => {
  const days = createSiteDays(zone);
  return (days.startOf(addDays(day, 1)) - days.startOf(day)) / hour;
};

describe('createSiteDays', () => {
  it.each([
    ['Asia/Shanghai', '2026-03-08', '2026-03-07T16:00:00.000Z'],
    ['America/New_York', '2026-01-15', '2026-01-15T05:00:00.000Z'],
    ['America/New_York', '2026-07-15', '2026-07-15T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-01', '2026-04-30T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-05-01', '2026-05-01T11:00:00.000Z'],
    ['UTC', '2026-05-01', '2026-05-01T00:00:00.000Z'],
  ])('starts the day in %s on %s at %s', (zone, day, start) => {
    expect(new Date(createSiteDays(zone).startOf(day)).toISOString()).toBe(start);
  });

  it.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-11-02', 24],
    ['Asia/Shanghai', '2026-03-08', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('knows the length of a day: %s, %s has %d hours', (zone, day, hours) => {
    expect(lengthOf(zone, day)).toBe(hours);
  });

  it('starts a day after the gap where clocks skip midnight', () => {
    const start = createSiteDays('Asia/Beirut').startOf('2026-03-29');
    expect(formatTime(start, 'Asia/Beirut')).toBe('2026-03-29 01:00:00');
  });

  it.each(['America/New_York', 'Asia/Shanghai', 'Europe/Berlin', 'Asia/Kathmandu'])(
    'meets the next one without a gap or an overlap for a year in %s',
    (zone) => {
      const days = createSiteDays(zone);
      for (const day of listDaysUpTo('2026-12-31', 365)) {
        const start = days.startOf(day);
        expect(days.dayOf(start)).toBe(day);
        expect(days.dayOf(start - 1)).toBe(addDays(day, -1));
      }
    },
  );
});

describe('listDaysUpTo', () => {
  it('crosses months and leap days, oldest first', () => {
    expect(listDaysUpTo('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });
});

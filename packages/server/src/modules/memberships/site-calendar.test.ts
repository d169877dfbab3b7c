import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSiteCalendar } from './site-calendar.ts';

const at = (text: string) => Date.parse(text);
const format = (moment: number) => new Date(moment).toISOString().replace(':00.000Z', 'Z');

describe('createSiteCalendar', () => {
  const berlin = createSiteCalendar('Europe/Berlin');

  it.each<[string, number, 'day' | 'month' | 'year', string]>([
    ['2026-01-31T11:00Z', 1, 'month', '2026-02-28T11:00Z'],
    ['2024-02-29T11:00Z', 1, 'year', '2025-02-28T11:00Z'],
    ['2026-11-30T11:00Z', 3, 'month', '2027-02-28T11:00Z'],
    // Across a daylight saving change the local time of day stays the same.
    ['2026-03-28T11:00Z', 1, 'day', '2026-03-29T10:00Z'],
    ['2026-10-20T08:00Z', 7, 'day', '2026-10-27T09:00Z'],
    ['2026-10-01T10:00Z', 1, 'month', '2026-11-01T11:00Z'],
    // Late at night UTC the local date is already the next day.
    ['2026-01-30T23:30Z', 1, 'month', '2026-02-27T23:30Z'],
  ])('adds to %s %d %s', (from, count, unit, to) => {
    expect(format(berlin.add(at(from), count, unit))).toBe(to);
  });

  it('returns days of 23 and 25 hours at daylight saving changes', () => {
    const hours = (text: string) => {
      const { start, end } = berlin.spanSince(at('2026-01-01T16:00Z'), at(text), 1, 'day');
      return (end - start) / 3_600_000;
    };
    expect([hours('2026-03-29T12:00Z'), hours('2026-10-25T12:00Z'), hours('2026-06-01T12:00Z')]).toEqual([23, 25, 24]);
  });

  it('starts a month on the 1st or on the start day of a membership', () => {
    const { start, end } = berlin.monthOf(at('2026-03-31T22:30Z'));
    expect([format(start), format(end)]).toEqual(['2026-03-31T22:00Z', '2026-04-30T22:00Z']);
    const from = at('2026-01-31T11:00Z');
    const since = (text: string) => {
      const span = berlin.spanSince(from, at(text), 1, 'month');
      return [span.index, format(span.start), format(span.end)];
    };
    expect(since('2026-01-31T11:00Z')).toEqual([0, '2026-01-31T11:00Z', '2026-02-28T11:00Z']);
    expect(since('2026-02-28T10:59Z')).toEqual([0, '2026-01-31T11:00Z', '2026-02-28T11:00Z']);
    expect(since('2026-03-15T00:00Z')).toEqual([1, '2026-02-28T11:00Z', '2026-03-31T10:00Z']);
  });

  it('returns to the day and time of the anchor after any number of added months', () => {
    const zones = [
      'UTC',
      'Asia/Shanghai',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ];
    const moments = fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2040-01-01T00:00Z') });
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.constantFrom('month', 'year')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, steps, (zone, start, added) => {
        const calendar = createSiteCalendar(zone);
        let [end, months] = [start, 0];
        for (const [count, unit] of added) {
          end = calendar.add(end, count, unit as 'month' | 'year', start);
          months += unit === 'year' ? count * 12 : count;
        }
        expect(end).toBe(calendar.add(start, months, 'month'));
        expect(calendar.spanSince(start, end, 1, 'month')).toMatchObject({ index: months, start: end });
      }),
      { numRuns: 300 },
    );
  });

  it('counts from the start time itself when it is not a whole number of months after the anchor', () => {
    const anchor = at('2026-01-31T11:00Z');
    expect(format(berlin.add(at('2026-02-27T11:00Z'), 1, 'month', anchor))).toBe('2026-03-27T11:00Z');
    expect(format(berlin.add(at('2026-02-28T11:01Z'), 1, 'month', anchor))).toBe('2026-03-28T11:01Z');
    expect(format(berlin.add(at('2026-02-28T11:00Z'), 1, 'month', anchor))).toBe('2026-03-31T10:00Z');
    expect(format(berlin.add(at('2025-12-31T11:00Z'), 2, 'month', anchor))).toBe('2026-02-28T11:00Z');
  });
});

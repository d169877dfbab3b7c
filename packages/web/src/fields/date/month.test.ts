import { addDays } from '@gantry/core';
import { expect, test } from 'vitest';
import { addMonths, listWeeks, toMonth } from './month.ts';

test('shows a month as six weeks that start on Monday', () => {
  const weeks = listWeeks({ year: 2026, month: 2 });
  expect(weeks[0]).toEqual([
    '2026-01-26',
    '2026-01-27',
    '2026-01-28',
    '2026-01-29',
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
  ]);
  expect(weeks).toHaveLength(6);
  expect(weeks.flat()).toContain('2026-02-28');
});

test.each([
  [{ year: 2026, month: 12 }, 1, { year: 2027, month: 1 }],
  [{ year: 2026, month: 1 }, -1, { year: 2025, month: 12 }],
  [{ year: 2026, month: 5 }, 12, { year: 2027, month: 5 }],
])('steps from month to month over the year', (from, steps, to) => {
  expect(addMonths(from, steps)).toEqual(to);
});

test('steps by days across a leap day', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
  expect(toMonth('2028-02-29')).toEqual({ year: 2028, month: 2 });
});

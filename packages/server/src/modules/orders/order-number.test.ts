import { describe, expect, it } from 'vitest';
import { createNumber } from './order-rows.ts';

describe('createNumber', () => {
  it.each([
    ['Asia/Shanghai', 'O260201003005'],
    ['UTC', 'O260131163005'],
    ['America/New_York', 'O260131113005'],
  ])('contains the local date and time of the site in %s', (timeZone, start) => {
    const no = createNumber('O', Date.UTC(2026, 0, 31, 16, 30, 5, 999), timeZone);
    expect(no.slice(0, 13)).toBe(start);
    expect(no).toMatch(/^O\d{20}$/);
  });

  it('sorts by time within a day, midnight first', () => {
    const midnight = Date.UTC(2026, 0, 31, 16);
    const numbers = [0, 1000, 3_600_000].map((ms) => createNumber('R', midnight + ms, 'Asia/Shanghai'));
    expect(numbers[0]?.slice(1, 13)).toBe('260201000000');
    expect([...numbers].sort()).toEqual(numbers);
  });
});

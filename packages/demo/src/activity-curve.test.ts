import { formatTime } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createActivityCurve } from './activity-curve.ts';
import { createRandom } from './random.ts';

const end = Date.parse('2026-06-30T08:00:00Z');
const activity = createActivityCurve(createRandom(5), end, 90);
const visits = Array.from({ length: 6_000 }, () => activity.visit());
const share = (test: (moment: number) => boolean) => visits.filter(test).length / visits.length;
const getHour = (moment: number) => Number(formatTime(moment, 'Asia/Shanghai').slice(11, 13));

describe('createActivityCurve', () => {
  it('covers ninety days up to the end, and nothing after it', () => {
    expect(Math.min(...visits)).toBeGreaterThanOrEqual(activity.start);
    expect(Math.max(...visits)).toBeLessThan(end);
    expect(new Set(visits.map((moment) => formatTime(moment, 'Asia/Shanghai').slice(0, 10))).size).toBe(90);
  });

  it('increases over time', () => {
    const middle = (activity.start + end) / 2;
    expect(share((moment) => moment > middle)).toBeGreaterThan(0.58);
  });

  it('has little activity at night', () => {
    expect(share((moment) => getHour(moment) < 6)).toBeLessThan(0.06);
  });

  it('schedules work by day and never in the future', () => {
    for (let day = 0; day < 90; day += 1) {
      const moment = activity.work(day);
      expect(moment).toBeLessThanOrEqual(end);
      if (day < 89) expect(getHour(moment)).toBeGreaterThanOrEqual(9);
    }
  });
});

import { addDays } from '@gantry/core';
import { createSiteDays } from '../../server/src/modules/workplace/site-days.ts';
import type { Random } from './random.ts';

/** The distribution of activity over time: growing every week, lower on weekends, low at night. */
export interface ActivityCurve {
  /** The first and last moment of the demo, in UTC ms. */
  readonly start: number;
  readonly end: number;
  /** A random time at which a user visits. */
  visit(): number;
  /** A random time during working hours, `day` days after the start; never after the end. */
  work(day: number): number;
}

const timeZone = 'Asia/Shanghai';
const hourMs = 3_600_000;
/** Weights of visits by hour of the day, starting at midnight. */
const visitsByHour = [3, 2, 1, 1, 1, 2, 4, 8, 14, 20, 22, 19, 15, 18, 21, 22, 20, 17, 15, 19, 23, 22, 15, 8];

export function createActivityCurve(random: Random, end: number, count: number): ActivityCurve {
  const days = createSiteDays(timeZone);
  const today = days.dayOf(end);
  const starts = Array.from({ length: count }, (_, at) => days.startOf(addDays(today, at - count + 1)));
  const isWeekend = (at: number) =>
    [0, 6].includes(new Date(`${addDays(today, at - count + 1)}T12:00:00Z`).getUTCDay());
  const weights = starts.map((from, at) => [from, (0.35 + (0.65 * at) / count) * (isWeekend(at) ? 0.6 : 1)] as const);
  const hours = visitsByHour.map((weight, hour) => [hour, weight] as const);
  const start = starts[0] ?? end;
  const past = (moment: number) => Math.min(moment, end - random.integer(0, hourMs));

  return {
    start,
    end,
    visit() {
      for (;;) {
        const moment = random.weighted(weights) + random.weighted(hours) * hourMs + random.integer(0, hourMs - 1);
        if (moment < end) return moment;
      }
    },
    work: (day) => past((starts[day] ?? end) + random.integer(9 * hourMs, 18 * hourMs)),
  };
}

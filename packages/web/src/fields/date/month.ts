import { addDays } from '@gantry/core';

/** A calendar month: 1 is January. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

const padTwo = (value: number) => String(value).padStart(2, '0');

/** Formats a day as `2026-01-31`. */
function getDayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}`;
}

export function toMonth(day: string): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

export function addMonths({ year, month }: Month, steps: number): Month {
  const index = year * 12 + (month - 1) + steps;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** Returns the Monday of the week of a day. */
export function getMonday(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** Returns the six weeks that contain the month, each starting on Monday. */
export function listWeeks({ year, month }: Month): string[][] {
  const start = getMonday(getDayText(year, month, 1));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)));
}

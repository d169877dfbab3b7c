import type { Tone } from '@gantry/core';
import { widthOf } from '../../output/width.ts';

export interface DataColumn {
  readonly title: string;
  readonly right?: boolean;
  /** Columns below which it is dropped rather than shrunk further; 4 when not given. */
  readonly min?: number;
  /** The lowest goes first when not all fit; columns at the left are worth more when not given. */
  readonly priority?: number;
}
export interface DataCell {
  readonly text: string;
  readonly tone?: Tone | null;
}

export interface FittedColumn {
  /** Place among the columns that were given. */
  readonly at: number;
  readonly width: number;
  readonly min: number;
  readonly priority: number;
}

/** Spaces between two columns. */
export const gap = 2;

export function totalWidth(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width + gap, -gap);
}

/** Takes width from whichever column has most to spare; false when none has any. */
function shrink(columns: FittedColumn[], limit: number): boolean {
  const spare = (column: FittedColumn) => column.width - column.min;
  const widest = columns.reduce((one, other) => (spare(other) > spare(one) ? other : one));
  if (spare(widest) <= 0) return false;
  const second = Math.max(0, ...columns.filter((one) => one !== widest).map(spare));
  const give = Math.max(1, Math.min(totalWidth(columns) - limit, spare(widest) - second));
  columns[columns.indexOf(widest)] = { ...widest, width: widest.width - give };
  return true;
}

/** Gives what room is left to columns that show less than they hold: first to those to which the least is wanting. */
export function widened(
  columns: readonly FittedColumn[],
  /** Columns that each would take, at its place among those that were given. */
  wanted: readonly number[],
  limit: number,
): readonly FittedColumn[] {
  const wanting = ({ at, width }: FittedColumn) => Math.max(0, (wanted[at] ?? 0) - width);
  let left = limit - totalWidth(columns);
  const given = new Map<number, number>();
  for (const column of [...columns].sort((one, other) => wanting(one) - wanting(other))) {
    const more = Math.min(Math.max(0, left), wanting(column));
    given.set(column.at, more);
    left -= more;
  }
  return columns.map((column) => ({ ...column, width: column.width + (given.get(column.at) ?? 0) }));
}

/** Columns that fit into a width: all of them shrunk, then fewer of them, in the order in which they were given. */
export function fitColumns(
  columns: readonly DataColumn[],
  rows: readonly (readonly DataCell[])[],
  limit: number,
): readonly FittedColumn[] {
  const whole: FittedColumn[] = columns.map((column, at) => {
    const width = Math.max(1, widthOf(column.title), ...rows.map((row) => widthOf(row[at]?.text ?? '')));
    return { at, width, min: Math.min(width, column.min ?? 4), priority: column.priority ?? -at };
  });
  while (whole.length > 1) {
    // Whoever stays has the room of those that went.
    const fitted = [...whole];
    while (totalWidth(fitted) > limit && shrink(fitted, limit));
    if (totalWidth(fitted) <= limit) return fitted;
    const least = whole.reduce((one, other) => (other.priority < one.priority ? other : one));
    whole.splice(whole.indexOf(least), 1);
  }
  return limit < 1 ? [] : whole.map((last) => ({ ...last, width: Math.min(last.width, limit), min: 0 }));
}

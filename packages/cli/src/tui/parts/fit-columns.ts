import type { Tone } from '@gantry/core';
import { measureWidth } from '../../output/wrap-text.ts';

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

export function sumWidths(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width + gap, -gap);
}

/** Takes width from whichever column has most to spare; false when none has any. */
function shrink(columns: FittedColumn[], limit: number): boolean {
  const spare = (column: FittedColumn) => column.width - column.min;
  const widest = columns.reduce((one, other) => (spare(other) > spare(one) ? other : one));
  if (spare(widest) <= 0) return false;
  const second = Math.max(0, ...columns.filter((one) => one !== widest).map(spare));
  const give = Math.max(1, Math.min(sumWidths(columns) - limit, spare(widest) - second));
  columns[columns.indexOf(widest)] = { ...widest, width: widest.width - give };
  return true;
}

/** Gives what room is left to columns that show less than they hold: first to those to which the least is wanting. */
export function widenColumns(
  columns: readonly FittedColumn[],
  /** Columns that each would take, at its place among those that were given. */
  wanted: readonly number[],
  limit: number,
): readonly FittedColumn[] {
  const wanting = ({ at, width }: FittedColumn) => Math.max(0, (wanted[at] ?? 0) - width);
  let left = limit - sumWidths(columns);
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
  const full: FittedColumn[] = columns.map((column, at) => {
    const width = Math.max(1, measureWidth(column.title), ...rows.map((row) => measureWidth(row[at]?.text ?? '')));
    return { at, width, min: Math.min(width, column.min ?? 4), priority: column.priority ?? -at };
  });
  while (full.length > 1) {
    // Whoever stays has the room of those that went.
    const fitted = [...full];
    while (sumWidths(fitted) > limit && shrink(fitted, limit));
    if (sumWidths(fitted) <= limit) return fitted;
    const least = full.reduce((one, other) => (other.priority < one.priority ? other : one));
    full.splice(full.indexOf(least), 1);
  }
  return limit < 1 ? [] : full.map((last) => ({ ...last, width: Math.min(last.width, limit), min: 0 }));
}

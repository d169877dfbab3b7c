import type { Tone } from '@gantry/core';
import { measureWidth } from '../../output/wrap-text.ts';

export interface DataColumn {
  readonly title: string;
  readonly right?: boolean;
  /** Minimum width: a narrower column is dropped instead. Default: 4. */
  readonly min?: number;
  /**
   * When not all columns fit, the one with the lowest priority is dropped first. By default, columns at the left are kept longer.
   */
  readonly priority?: number;
}
export interface DataCell {
  readonly text: string;
  readonly tone?: Tone | null;
}

export interface FittedColumn {
  /** Index among the columns passed to `fitColumns`. */
  readonly index: number;
  readonly width: number;
  readonly min: number;
  readonly priority: number;
}

/** Spaces between two columns. */
export const gap = 2;

export function sumWidths(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width + gap, -gap);
}

/** Takes width from the column that is widest above its minimum; returns false when no column can shrink. */
function shrink(columns: FittedColumn[], limit: number): boolean {
  const getSpareWidth = (column: FittedColumn) => column.width - column.min;
  const widest = columns.reduce((one, other) => (getSpareWidth(other) > getSpareWidth(one) ? other : one));
  if (getSpareWidth(widest) <= 0) return false;
  const second = Math.max(0, ...columns.filter((one) => one !== widest).map(getSpareWidth));
  const reduction = Math.max(1, Math.min(sumWidths(columns) - limit, getSpareWidth(widest) - second));
  columns[columns.indexOf(widest)] = { ...widest, width: widest.width - reduction };
  return true;
}

/** Distributes the remaining width to columns with truncated content, first to those that lack the least. */
export function widenColumns(
  columns: readonly FittedColumn[],
  /** The full width of each column, by its index among the columns passed to `fitColumns`. */
  wanted: readonly number[],
  limit: number,
): readonly FittedColumn[] {
  const getMissingWidth = ({ index, width }: FittedColumn) => Math.max(0, (wanted[index] ?? 0) - width);
  let spare = limit - sumWidths(columns);
  const added = new Map<number, number>();
  for (const column of [...columns].sort((one, other) => getMissingWidth(one) - getMissingWidth(other))) {
    const more = Math.min(Math.max(0, spare), getMissingWidth(column));
    added.set(column.index, more);
    spare -= more;
  }
  return columns.map((column) => ({ ...column, width: column.width + (added.get(column.index) ?? 0) }));
}

/** Selects columns that fit into a width, in their order: it first shrinks all of them, then drops some. */
export function fitColumns(
  columns: readonly DataColumn[],
  rows: readonly (readonly DataCell[])[],
  limit: number,
): readonly FittedColumn[] {
  const remaining: FittedColumn[] = columns.map((column, index) => {
    const width = Math.max(1, measureWidth(column.title), ...rows.map((row) => measureWidth(row[index]?.text ?? '')));
    return { index, width, min: Math.min(width, column.min ?? 4), priority: column.priority ?? -index };
  });
  while (remaining.length > 1) {
    // Start again from the full widths, so that the remaining columns use the space of dropped ones.
    const fitted = [...remaining];
    while (sumWidths(fitted) > limit && shrink(fitted, limit));
    if (sumWidths(fitted) <= limit) return fitted;
    const lowest = remaining.reduce((one, other) => (other.priority < one.priority ? other : one));
    remaining.splice(remaining.indexOf(lowest), 1);
  }
  return limit < 1 ? [] : remaining.map((last) => ({ ...last, width: Math.min(last.width, limit), min: 0 }));
}

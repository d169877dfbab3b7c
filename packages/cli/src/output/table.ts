import process from 'node:process';
import type { Tone } from '@gantry/core';
import { clip, fit, measureWidth } from './wrap-text.ts';

/**
 * Colors from the 16 of the terminal, so that they fit its background. Neutral text is faint, because bright black is the
 * background of some terminals.
 */
const styles: Readonly<Record<Tone, { readonly on: number; readonly off: number }>> = {
  neutral: { on: 2, off: 22 },
  info: { on: 36, off: 39 },
  good: { on: 32, off: 39 },
  warn: { on: 33, off: 39 },
  bad: { on: 31, off: 39 },
};

/** Colors a text by its tone, without its padding. */
export function paintTone(text: string, tone: Tone | null | undefined): string {
  const words = text.trim();
  if (!tone || words === '') return text;
  const { on, off } = styles[tone];
  return text.replace(words, () => `\u001b[${on}m${words}\u001b[${off}m`);
}

export interface TableColumn {
  readonly title: string;
  /** Aligns the column to the right, for numbers. */
  readonly right?: boolean;
  /** Cut this column last, because half of a time or an order number is misleading. Numbers are always cut last. */
  readonly full?: boolean;
}

/** The width of the terminal in columns. COLUMNS overrides it, and a pipe has no limit. */
export function getTerminalColumns(): number {
  const reported = Number(process.env.COLUMNS);
  if (Number.isInteger(reported) && reported > 0) return reported;
  // Some terminals do not report a size and return 0.
  return process.stdout.columns || Number.MAX_SAFE_INTEGER;
}

let isWide = false;

/** Implements `-o wide`: from now on tables show all columns in full, regardless of the width of the terminal. */
export function setWide(): void {
  isWide = true;
}

/** Below this width in columns, a table of records becomes a list of names and values. */
const narrow = 50;

/** The width that a cell keeps when columns are omitted, in columns of the terminal. */
const readable = 12;

/** Selects the columns that fit with readable cells. The first two always stay; the last ones are omitted first. */
function pickColumns(columns: readonly TableColumn[], wanted: readonly number[], limit: number): number[] {
  const least = wanted.map((width, at) =>
    columns[at]?.right || columns[at]?.full ? width : Math.min(width, readable),
  );
  const picked = columns.map((_, at) => at);
  const over = () => picked.reduce((sum, at) => sum + (least[at] ?? 0) + 2, -2) > limit;
  while (picked.length > 2 && over()) picked.pop();
  return picked;
}

/** Formats records for a narrow screen: one line per value, with an empty line between records. */
function renderVertical(columns: readonly TableColumn[], rows: readonly (readonly string[])[], limit: number): string {
  const wide = Math.min(Math.floor(limit / 3), Math.max(0, ...columns.map(({ title }) => measureWidth(title))));
  const record = (cells: readonly string[]) =>
    cells
      .map((cell, at) => `${fit(columns[at]?.title ?? '', wide)}  ${clip(cell, limit - wide - 2)}\n`)
      .filter((_, at) => cells[at] !== '')
      .join('');
  return rows.map(record).join('\n');
}

/** Formats records as a table, or as a list when it is narrow. Returns the titles of omitted columns as well. */
export function renderRecordTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  toneOf?: (row: number, column: number) => Tone | null,
  limit = getTerminalColumns(),
): { readonly text: string; readonly omitted: readonly string[] } {
  if (isWide) return { text: renderTable(columns, rows, Number.MAX_SAFE_INTEGER, toneOf), omitted: [] };
  if (limit < narrow && columns.length > 3) return { text: renderVertical(columns, rows, limit), omitted: [] };
  const picked = pickColumns(columns, measureColumns(columns, rows), limit);
  const of = <T>(all: readonly T[]) => picked.map((at) => all[at] as T);
  const tone = toneOf && ((row: number, at: number) => toneOf(row, picked[at] ?? at));
  const omitted = columns.filter((_, at) => !picked.includes(at)).map(({ title }) => title);
  return { text: renderTable(of(columns), rows.map(of), limit, tone), omitted };
}

const measureColumns = (columns: readonly TableColumn[], rows: readonly (readonly string[])[]) =>
  columns.map((column, at) => Math.max(measureWidth(column.title), ...rows.map((row) => measureWidth(row[at] ?? ''))));

/** Reduces widths to fit: the widest column that may be cut first, then the others; none below six columns. */
function fitWidths(wanted: readonly number[], columns: readonly TableColumn[], limit: number): number[] {
  const widths = [...wanted];
  const over = () => widths.reduce((sum, width) => sum + width + 2, -2) - limit;
  const isCuttable = (at: number) => !columns[at]?.right && !columns[at]?.full;
  for (const mayGiveWay of [isCuttable, () => true]) {
    while (over() > 0) {
      const widest = Math.max(0, ...widths.filter((_, at) => mayGiveWay(at)));
      if (widest <= 6) break;
      const at = widths.findIndex((width, place) => width === widest && mayGiveWay(place));
      widths[at] = Math.max(6, widest - Math.max(1, Math.ceil(over() / 2)));
    }
  }
  return widths;
}

const alignRight = (text: string, width: number) => {
  const clipped = clip(text, width);
  return ' '.repeat(Math.max(0, width - measureWidth(clipped))) + clipped;
};

/** Formats a plain table with two spaces between columns and no borders, so that scripts can split it. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  limit = getTerminalColumns(),
  toneOf: (row: number, column: number) => Tone | null = () => null,
): string {
  const widths = fitWidths(measureColumns(columns, rows), columns, limit);
  const getLine = (cells: readonly string[], row = -1) =>
    cells
      .map((cell, at) => (columns[at]?.right ? alignRight(cell, widths[at] ?? 0) : fit(cell, widths[at] ?? 0)))
      .map((cell, at) => (row < 0 ? cell : paintTone(cell, toneOf(row, at))))
      .join('  ')
      .trimEnd();
  return `${[getLine(columns.map((column) => column.title)), ...rows.map(getLine)].join('\n')}\n`;
}

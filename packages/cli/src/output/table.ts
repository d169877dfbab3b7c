import process from 'node:process';
import type { Tone } from '@gantry/core';
import { clip, fit, measureWidth } from './wrap-text.ts';

/**
 * Of a terminal's own sixteen, so that they suit its background; what is neutral is faint rather than bright black, which is the
 * background of some.
 */
const styles: Readonly<Record<Tone, { readonly on: number; readonly off: number }>> = {
  neutral: { on: 2, off: 22 },
  info: { on: 36, off: 39 },
  good: { on: 32, off: 39 },
  warn: { on: 33, off: 39 },
  bad: { on: 31, off: 39 },
};

/** Text in the color of a tone, with what pads it left as it is. */
export function paintTone(text: string, tone: Tone | null | undefined): string {
  const words = text.trim();
  if (!tone || words === '') return text;
  const { on, off } = styles[tone];
  return text.replace(words, () => `\u001b[${on}m${words}\u001b[${off}m`);
}

export interface TableColumn {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly right?: boolean;
  /** Half of it would mislead, such as a time or a number of an order: it gives way last. Numbers do so in any case. */
  readonly full?: boolean;
}

/** Columns of the terminal; COLUMNS wins, and a pipe has no limit. */
export function getTerminalColumns(): number {
  const reported = Number(process.env.COLUMNS);
  if (Number.isInteger(reported) && reported > 0) return reported;
  // Some terminals know no size and say 0.
  return process.stdout.columns || Number.MAX_SAFE_INTEGER;
}

let isWide = false;

/** From now on tables keep all their columns in full, however wide the terminal is: `-o wide`. */
export function setWide(): void {
  isWide = true;
}

/** Below so many columns a table of records is a list of names and values. */
const narrow = 50;

/** Columns that a table keeps before it cuts any cell below so much, in columns of the terminal. */
const readable = 12;

/** The columns that fit without cutting a cell below what can be read: the first two stay, the last go first. */
function pickColumns(columns: readonly TableColumn[], wanted: readonly number[], limit: number): number[] {
  const least = wanted.map((width, at) =>
    columns[at]?.right || columns[at]?.full ? width : Math.min(width, readable),
  );
  const picked = columns.map((_, at) => at);
  const over = () => picked.reduce((sum, at) => sum + (least[at] ?? 0) + 2, -2) > limit;
  while (picked.length > 2 && over()) picked.pop();
  return picked;
}

/** Records of a screen that has no room for a table: a line for each value, and an empty one between records. */
function renderVertical(columns: readonly TableColumn[], rows: readonly (readonly string[])[], limit: number): string {
  const wide = Math.min(Math.floor(limit / 3), Math.max(0, ...columns.map(({ title }) => measureWidth(title))));
  const record = (cells: readonly string[]) =>
    cells
      .map((cell, at) => `${fit(columns[at]?.title ?? '', wide)}  ${clip(cell, limit - wide - 2)}\n`)
      .filter((_, at) => cells[at] !== '')
      .join('');
  return rows.map(record).join('\n');
}

/** A table of records, or the list of them where it is narrow, and the titles of the columns that were left out. */
export function renderRecordTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  toneOf?: (row: number, column: number) => Tone | null,
  limit = getTerminalColumns(),
): { readonly text: string; readonly left: readonly string[] } {
  if (isWide) return { text: renderTable(columns, rows, Number.MAX_SAFE_INTEGER, toneOf), left: [] };
  if (limit < narrow && columns.length > 3) return { text: renderVertical(columns, rows, limit), left: [] };
  const picked = pickColumns(columns, measureColumns(columns, rows), limit);
  const of = <T>(all: readonly T[]) => picked.map((at) => all[at] as T);
  const tone = toneOf && ((row: number, at: number) => toneOf(row, picked[at] ?? at));
  const left = columns.filter((_, at) => !picked.includes(at)).map(({ title }) => title);
  return { text: renderTable(of(columns), rows.map(of), limit, tone), left };
}

const measureColumns = (columns: readonly TableColumn[], rows: readonly (readonly string[])[]) =>
  columns.map((column, at) => Math.max(measureWidth(column.title), ...rows.map((row) => measureWidth(row[at] ?? ''))));

/** Widths that fit: of the columns that may be cut the widest gives way first, then of the others; none below six columns. */
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

/** A plain table: two spaces between columns, no borders, so that a script can still cut it. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  limit = getTerminalColumns(),
  toneOf: (row: number, column: number) => Tone | null = () => null,
): string {
  const widths = fitWidths(measureColumns(columns, rows), columns, limit);
  const line = (cells: readonly string[], row = -1) =>
    cells
      .map((cell, at) => (columns[at]?.right ? alignRight(cell, widths[at] ?? 0) : fit(cell, widths[at] ?? 0)))
      .map((cell, at) => (row < 0 ? cell : paintTone(cell, toneOf(row, at))))
      .join('  ')
      .trimEnd();
  return `${[line(columns.map((column) => column.title)), ...rows.map(line)].join('\n')}\n`;
}

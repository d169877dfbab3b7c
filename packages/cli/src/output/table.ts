import process from 'node:process';
import type { Tone } from '@gantry/core';
import { clip, fit, measureWidth } from './wrap-text.ts';

/** Of a terminal's own sixteen, so that they suit its background. */
const colours: Readonly<Record<Tone, number>> = { neutral: 90, info: 36, good: 32, warn: 33, bad: 31 };

/** Text in the colour of a tone, with what pads it left as it is. */
export function paintTone(text: string, tone: Tone | null | undefined): string {
  const words = text.trim();
  return tone && words !== '' ? text.replace(words, () => `\u001b[${colours[tone]}m${words}\u001b[39m`) : text;
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
  const wanted = columns.map((column, at) =>
    Math.max(measureWidth(column.title), ...rows.map((row) => measureWidth(row[at] ?? ''))),
  );
  const widths = fitWidths(wanted, columns, limit);
  const line = (cells: readonly string[], row = -1) =>
    cells
      .map((cell, at) => (columns[at]?.right ? alignRight(cell, widths[at] ?? 0) : fit(cell, widths[at] ?? 0)))
      .map((cell, at) => (row < 0 ? cell : paintTone(cell, toneOf(row, at))))
      .join('  ')
      .trimEnd();
  return `${[line(columns.map((column) => column.title)), ...rows.map(line)].join('\n')}\n`;
}

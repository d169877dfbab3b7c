import type { LayoutRow, Segment, Word } from './layout-rows.ts';
import { toTable } from './markdown-text.ts';

/** Detects tables on pages by the positions of words. */

/** Horizontal extent of a column. */
interface Column {
  from: number;
  to: number;
}

export interface PageTable {
  /** Row range of the table; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Maximum distance of the cells of a column from a common edge, relative to the font size. */
const slack = 2;
/** Row distance that separates two tables, relative to the font size. */
const farthest = 3.2;
/** Minimum gap between two columns when the words after it are aligned, relative to the font size. */
const narrowestGap = 0.33;

const getWords = (row: LayoutRow) => row.flatMap(({ words }) => words);
const getSharesEdge = (one: Word, other: Word, size: number) =>
  Math.abs(one.from - other.from) <= slack * size || Math.abs(one.to - other.to) <= slack * size;
const overlaps = (one: Column, other: Column) => one.from < other.to && other.from < one.to;

/** Whether each cell of the shorter row is in the column of a different cell of the longer row. */
function isAligned(one: LayoutRow, other: LayoutRow): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 2) return false;
  let next = 0;
  for (const cell of short) {
    const at = long.findIndex((candidate, place) => place >= next && getSharesEdge(cell, candidate, cell.size));
    if (at < 0) return false;
    next = at + 1;
  }
  return true;
}

const isNear = (above: LayoutRow | undefined, below: LayoutRow | undefined) => {
  const [one, other] = [above?.[0], below?.[0]];
  return (
    one !== undefined && other !== undefined && Math.abs(one.y - other.y) <= farthest * Math.max(one.size, other.size)
  );
};

/** Whether a row may belong to a table with narrow column gaps. */
const isOfTable = (above: LayoutRow | undefined, below: LayoutRow | undefined) =>
  isNear(above, below) && (above?.[0]?.size ?? 0) <= (below?.[0]?.size ?? 0) * 1.1 && getWords(above ?? []).length > 2;

/** Collects the columns of cells. A cell that spans several belongs to the first. */
class Columns {
  readonly list: Column[] = [];

  place(word: Column): number | null {
    const found = this.list.flatMap((column, at) => (overlaps(column, word) ? [at] : []));
    return found[0] ?? null;
  }

  take(word: Column): void {
    const touched = this.list.filter((column) => overlaps(column, word));
    const [column] = touched;
    if (touched.length > 1) return;
    if (column) {
      column.from = Math.min(column.from, word.from);
      column.to = Math.max(column.to, word.to);
    } else {
      this.list.push({ from: word.from, to: word.to });
      this.list.sort((one, other) => one.from - other.from);
    }
  }
}

function getColumns(rows: readonly LayoutRow[]): Columns {
  const columns = new Columns();
  // Start with the rows with the most cells, which define the columns best.
  for (const row of [...rows].sort((one, other) => other.length - one.length))
    for (const cell of row) columns.take(cell);
  return columns;
}

/** Detects columns with narrow gaps by word positions; null when every gap is crossed by a word in some row. */
function narrowColumns(rows: readonly LayoutRow[]): Columns | null {
  const columns: Column[] = [];
  const all = rows.flatMap(getWords).sort((one, other) => one.from - other.from);
  const size = rows.flat().reduce((most, one) => Math.max(most, one.size), 0);
  for (const { from, to } of all) {
    const last = columns.at(-1);
    if (last && from - last.to < narrowestGap * size) last.to = Math.max(last.to, to);
    else columns.push({ from, to });
  }
  const isColumn = ({ from, to }: Column) => {
    const cells = rows.flatMap((row) => {
      const inside = getWords(row).filter((word) => word.from >= from - 0.1 && word.to <= to + 0.1);
      return inside.length === 0 ? [] : [{ from: inside[0]?.from ?? 0, to: inside.at(-1)?.to ?? 0 }];
    });
    const isFlush = (edge: 'from' | 'to') =>
      cells.every((cell) => Math.abs(cell[edge] - (cells[0]?.[edge] ?? 0)) <= 1.5);
    return cells.length >= 2 && (isFlush('from') || isFlush('to'));
  };
  if (columns.length < 3 || !columns.every(isColumn)) return null;
  const found = new Columns();
  found.list.push(...columns);
  return found;
}

/** Groups the words of a row by column; null when a word is outside all columns. */
function getCells(
  row: LayoutRow,
  columns: Columns,
  parts: (row: LayoutRow) => readonly (Word | Segment)[],
): string[] | null {
  const cells = columns.list.map(() => '');
  for (const word of parts(row)) {
    const at = columns.place(word);
    if (at === null) return null;
    cells[at] = `${cells[at] ?? ''} ${word.text}`.trim();
  }
  return cells;
}

/** Counts the consecutive table rows from a row on; 0 when no table starts there. */
function countRows(rows: readonly LayoutRow[], start: number): number {
  let end = start + 1;
  const [first, second] = [rows[start] ?? [], rows[end] ?? []];
  if (first.length < 2 || !isNear(first, second) || !isAligned(first, second)) return 0;
  const columns = getColumns([first, second]);
  for (end += 1; end < rows.length && isNear(rows[end - 1], rows[end]); end += 1) {
    const row = rows[end] ?? [];
    const joins =
      row.length > 1 &&
      row.every(
        (cell) =>
          columns.place(cell) !== null ||
          columns.list.some((one) => getSharesEdge({ ...one, text: '' }, cell, cell.size)),
      );
    // A row with a single cell continues the cell above when more table rows follow.
    const [only] = row;
    const continues =
      row.length === 1 &&
      only !== undefined &&
      (columns.place(only) ?? 0) > 0 &&
      (rows[end + 1]?.length ?? 0) > 1 &&
      isNear(row, rows[end + 1]);
    if (!joins && !continues) break;
    for (const cell of row) columns.take(cell);
  }
  return end - start;
}

/** Returns the table that starts at a row; its first row may have only narrow gaps. Null when no table starts there. */
export function findTable(rows: readonly LayoutRow[], start: number): PageTable | null {
  for (const first of [start, start + 1]) {
    const count = countRows(rows, first);
    if (count === 0) continue;
    const end = first + count;
    if (first > start && !isOfTable(rows[start], rows[first])) continue;
    const region = rows.slice(start, end);
    const narrow = region.length >= 3 ? narrowColumns(region) : null;
    if (narrow && (first > start || narrow.list.length > getColumns(region).list.length))
      return getTable(region, start, end, narrow, getWords);
    if (first === start) return getTable(region, start, end, getColumns(region), (row) => row);
  }
  return null;
}

function getTable(
  region: readonly LayoutRow[],
  start: number,
  end: number,
  columns: Columns,
  parts: (row: LayoutRow) => readonly (Word | Segment)[],
): PageTable | null {
  const grid: string[][] = [];
  for (const row of region) {
    const cells = getCells(row, columns, parts);
    if (!cells) return null;
    const above = grid.at(-1);
    const filled = cells.findIndex((cell) => cell !== '');
    if (row.length === 1 && above && filled > 0 && parts(row).length === 1)
      above[filled] = `${above[filled] ?? ''} ${cells[filled] ?? ''}`.trim();
    else grid.push(cells);
  }
  return { start, end, text: toTable(grid) };
}

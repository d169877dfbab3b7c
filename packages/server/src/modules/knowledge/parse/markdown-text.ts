/** Writes what formats have in common as Markdown. */

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'][at] ?? sign]),
);
const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at] ?? sign]),
);

function shift(text: string, signs: Readonly<Record<string, string>>, mark: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return text;
  const letters = [...trimmed];
  if (letters.every((letter) => signs[letter] !== undefined))
    return text.replace(trimmed, letters.map((letter) => signs[letter]).join(''));
  return text.replace(trimmed, () => (letters.length === 1 ? `${mark}${trimmed}` : `${mark}(${trimmed})`));
}

/** `10` and `6` raised are `10⁶`, not `106`. What Unicode has no raised letters for is written after a `^`. */
export const toSuperscript = (text: string): string => shift(text, superscripts, '^');
/** `H₂O`; what Unicode has no lowered letters for is written after a `_`. */
export const toSubscript = (text: string): string => shift(text, subscripts, '_');

/** Text that is no longer valid stays, and is marked as such. */
export function toStruckOut(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' ? text : text.replace(trimmed, () => `~~${trimmed}~~`);
}

export const toHeading = (level: number, text: string): string => `${'#'.repeat(Math.min(6, level))} ${text}`;

/** A paragraph of prose that would be read as a heading or as a fence of code. */
export const escapeParagraph = (text: string): string => text.replace(/^(\s*)(#{1,6}\s|`{3,}|~{3,})/gm, '$1\\$2');

/** A cell with the columns and rows that it takes. */
export interface TableCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Columns of a table, and cells that a table may come to with those that it merges. */
const maxColumns = 1000;
const maxCells = 2_000_000;

/**
 * Puts the cells of rows into columns. A cell that takes several rows stands in each of them, so that every row says what it
 * belongs to; one that takes several columns stands in the first of them.
 */
export function toGrid(rows: readonly (readonly TableCell[])[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  const taken: boolean[][] = rows.map(() => []);
  let cells = 0;
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      while (taken[at]?.[column]) column += 1;
      const right = Math.min(maxColumns, column + Math.max(1, cell.columns));
      const below = Math.min(rows.length, at + Math.max(1, cell.rows));
      for (let line = at; line < below; line += 1) {
        for (let place = column; place < right && cells < maxCells; place += 1, cells += 1) {
          const marks = taken[line] ?? [];
          marks[place] = true;
          (grid[line] ?? [])[place] = place === column ? cell.text : '';
        }
      }
      column = right;
    }
  }
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  return grid.map((row) => Array.from({ length: width }, (_, place) => row[place] ?? ''));
}

const toCell = (text: string) =>
  text
    .trim()
    .replace(/[ \t]*\n\s*/g, '<br>')
    .replaceAll('|', '\\|');
const toLine = (cells: readonly string[]) =>
  `|${cells.map((cell) => (cell.trim() === '' ? ' ' : ` ${toCell(cell)} `)).join('|')}|`;

/** A Markdown table, whose first row is its header; rows and columns of nothing are left out. Empty when nothing is left. */
export function toTable(grid: readonly (readonly string[])[]): string {
  const rows = grid.filter((row) => row.some((cell) => cell.trim() !== ''));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => (row[at] ?? '').trim() !== ''),
  );
  const [head, ...rest] = rows.map((row) => used.map((at) => row[at] ?? ''));
  if (!head) return '';
  return [toLine(head), `|${'---|'.repeat(head.length)}`, ...rest.map(toLine)].join('\n');
}

/** Markdown output shared by all formats. */

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

/** Formats a superscript: `6` after `10` gives `10⁶`, not `106`. Characters without a Unicode superscript follow a `^`. */
export const toSuperscript = (text: string): string => shift(text, superscripts, '^');
/** Formats a subscript, as in `H₂O`. Characters without a Unicode subscript follow a `_`. */
export const toSubscript = (text: string): string => shift(text, subscripts, '_');

/** Marks struck-out text, which stays in the output. */
export function toStruckOut(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' ? text : text.replace(trimmed, () => `~~${trimmed}~~`);
}

export const toHeading = (level: number, text: string): string => `${'#'.repeat(Math.min(6, level))} ${text}`;

/** Escapes lines of prose that Markdown would interpret as a heading or a code fence. */
export const escapeParagraph = (text: string): string => text.replace(/^(\s*)(#{1,6}\s|`{3,}|~{3,})/gm, '$1\\$2');

/** A cell and the numbers of columns and rows that it spans. */
export interface TableCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Maximum columns of a table, and maximum cells including merged ones. */
const maxColumns = 1000;
const maxCells = 2_000_000;

/**
 * Arranges the cells of rows in columns. A cell that spans several rows is repeated in each, so that every row is complete; a
 * cell that spans several columns appears in the first.
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

/** Formats a Markdown table with the first row as its header. Omits empty rows and columns; returns '' when none are left. */
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

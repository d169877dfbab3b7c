import { type Cell, parseCells } from './line-cells.ts';

const clearRest = '\u001b[K';
const plain = '\u001b[0m';
const blank: Cell = { sign: ' ', style: '' };

/** As many equal columns are written again rather than leapt over: a leap takes as many bytes. */
const leap = 8;

interface Run {
  readonly from: number;
  /** Behind its last column. */
  readonly to: number;
}

/** Runs of columns that differ, those close to each other as one. */
function differing(shown: readonly Cell[], wanted: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  const length = Math.max(shown.length, wanted.length);
  for (let at = 0; at < length; at += 1) {
    const [before, after] = [shown[at] ?? blank, wanted[at] ?? blank];
    if (before.sign === after.sign && before.style === after.style) continue;
    const last = runs.at(-1);
    if (last && at - last.to < leap) runs[runs.length - 1] = { from: last.from, to: at + 1 };
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/** From so many on, blanks are erased and leapt over rather than written. */
const manyBlanks = 16;

/** How many blanks without a style stand from a place on. */
function blanksFrom(cells: readonly Cell[], from: number): number {
  const end = cells.findIndex(({ sign, style }, at) => at >= from && (sign !== ' ' || style !== ''));
  return (end < 0 ? cells.length : end) - from;
}

/** Cells as text; it begins and ends without a style. */
function written(cells: readonly Cell[]): string {
  let [out, style] = ['', ''];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? blank;
    const blanks = cell.sign === ' ' ? blanksFrom(cells, at) : 0;
    if (blanks >= manyBlanks) {
      out += `${style === '' ? '' : plain}\u001b[${blanks}X\u001b[${blanks}C`;
      style = '';
      at += blanks - 1;
      continue;
    }
    if (cell.style !== style) {
      const codes = [style === '' ? '' : '0', cell.style].filter((code) => code !== '');
      out += `\u001b[${codes.join(';')}m`;
    }
    style = cell.style;
    out += cell.sign;
  }
  return style === '' ? out : out + plain;
}

/** The run from where its first sign begins. */
const fromSign = (cells: readonly Cell[], { from, to }: Run) =>
  cells[from]?.sign === '' ? { from: from - 1, to } : { from, to };

/**
 * What makes the shown line the wanted one, by its columns alone that differ; null when it can only be written as a whole.
 * @param place the sequence that goes to a column, counted from 0
 */
export function renderChangedCells(shown: string, wanted: string, place: (column: number) => string): string | null {
  const [before, after] = [parseCells(shown), parseCells(wanted)];
  if (!before || !after) return null;
  return differing(before, after)
    .map((run) => {
      const { from, to } = fromSign(after, run);
      const end = to > after.length ? clearRest : '';
      return place(Math.min(from, after.length)) + written(after.slice(from, to)) + end;
    })
    .join('');
}

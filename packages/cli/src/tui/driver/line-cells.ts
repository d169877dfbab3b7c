import { isSingleWidth, measureWidth } from '../../output/width.ts';

/** What stands in one column of a line. */
export interface Cell {
  /** Empty where the sign before goes on, which takes two columns. */
  readonly sign: string;
  /** Its colours and weight, as the numbers of a terminal; empty for none. */
  readonly style: string;
}

/** What a number of a terminal's style is about; each takes the place of the one before it, `end` takes it away. */
const aspects: readonly { readonly begin: (code: number) => boolean; readonly end: number; readonly name: string }[] = [
  { name: 'bold', begin: (code) => code === 1, end: 22 },
  { name: 'dim', begin: (code) => code === 2, end: 22 },
  { name: 'italic', begin: (code) => code === 3, end: 23 },
  { name: 'underline', begin: (code) => code === 4, end: 24 },
  { name: 'inverse', begin: (code) => code === 7, end: 27 },
  { name: 'strike', begin: (code) => code === 9, end: 29 },
  { name: 'colour', begin: (code) => (code >= 30 && code <= 38) || (code >= 90 && code <= 97), end: 39 },
  { name: 'ground', begin: (code) => (code >= 40 && code <= 48) || (code >= 100 && code <= 107), end: 49 },
];

/** A colour of its own takes more numbers: `38;5;N` or `38;2;R;G;B`. */
const lengthOf = (code: number, next: number | undefined) =>
  code !== 38 && code !== 48 ? 1 : next === 5 ? 3 : next === 2 ? 5 : 1;

/** Style after the numbers of one sequence; false when one of them is unknown. */
function applyStyle(style: Map<string, string>, given: string): boolean {
  const codes = given === '' ? [0] : given.split(';').map(Number);
  for (let at = 0; at < codes.length; ) {
    const code = codes[at] ?? 0;
    const length = lengthOf(code, codes[at + 1]);
    const begun = aspects.find(({ begin }) => begin(code));
    const ended = aspects.filter(({ end }) => end === code);
    if (code === 0) style.clear();
    else if (begun) style.set(begun.name, codes.slice(at, at + length).join(';'));
    else if (ended.length === 0) return false;
    for (const { name } of ended) style.delete(name);
    at += length;
  }
  return true;
}

/**
 * A line as the columns of a terminal. Null for one that holds signs whose width terminals disagree about, or sequences that are
 * no colours: it can only be written as a whole.
 */
export function parseCells(line: string): Cell[] | null {
  const cells: Cell[] = [];
  const styles = new Map<string, string>();
  let style = '';
  for (const [piece, codes] of line.matchAll(/\u001b\[([\d;]*)m|[^\u001b]+|\u001b/g)) {
    if (codes !== undefined) {
      if (!applyStyle(styles, codes)) return null;
      style = [...styles.values()].join(';');
    } else if (!isSingleWidth(piece)) return null;
    else
      for (const sign of piece) {
        cells.push({ sign, style });
        if (measureWidth(sign) === 2) cells.push({ sign: '', style });
      }
  }
  return cells;
}

import { isSingleWidth, measureWidth } from '../../output/wrap-text.ts';
import { measureInkText } from './ink-width.ts';

/** What stands in one column of a line. */
interface Cell {
  /** Empty where the sign before goes on, which takes two columns. */
  readonly sign: string;
  /** Its colors and weight as SGR numbers, of a blank only those that it shows; empty for none. */
  readonly style: string;
  /** The part of the style that a blank shows as well: a background, an underline. */
  readonly blankStyle: string;
}

/** What a number of a terminal's style is about; each takes the place of the one before it, `end` takes it away. */
const aspects: readonly { readonly begin: (code: number) => boolean; readonly end: number; readonly name: string }[] = [
  { name: 'bold', begin: (code) => code === 1, end: 22 },
  { name: 'dim', begin: (code) => code === 2, end: 22 },
  { name: 'italic', begin: (code) => code === 3, end: 23 },
  { name: 'underline', begin: (code) => code === 4, end: 24 },
  { name: 'inverse', begin: (code) => code === 7, end: 27 },
  { name: 'strike', begin: (code) => code === 9, end: 29 },
  { name: 'color', begin: (code) => (code >= 30 && code <= 38) || (code >= 90 && code <= 97), end: 39 },
  { name: 'ground', begin: (code) => (code >= 40 && code <= 48) || (code >= 100 && code <= 107), end: 49 },
];

/** What shows on a blank; a color or weight of text does not. */
const shownOnBlanks = new Set(['underline', 'inverse', 'strike', 'ground']);

/** A color of its own takes more numbers: `38;5;N` or `38;2;R;G;B`. */
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
 * no colors: it can only be written as a whole.
 */
export function parseCells(line: string): Cell[] | null {
  const cells: Cell[] = [];
  const styles = new Map<string, string>();
  let [style, blankStyle] = ['', ''];
  for (const [piece, codes] of line.matchAll(/\u001b\[([\d;]*)m|[^\u001b]+|\u001b/g)) {
    if (codes !== undefined) {
      if (!applyStyle(styles, codes)) return null;
      style = [...styles.values()].join(';');
      blankStyle = [...styles].flatMap(([name, code]) => (shownOnBlanks.has(name) ? [code] : [])).join(';');
    } else if (!isSingleWidth(piece)) return null;
    else
      for (const sign of piece) {
        cells.push({ sign, style: sign === ' ' ? blankStyle : style, blankStyle });
        if (measureWidth(sign) === 2) cells.push({ sign: '', style, blankStyle });
      }
  }
  return cells;
}

const blank: Cell = { sign: ' ', style: '', blankStyle: '' };

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

const isTextColor = (style: string) => /^(?:3|9)[0-7]$/.test(style);

/** The sequence that changes one style into another; a text color takes the place of one before it without a reset. */
function changeStyle(from: string, to: string): string {
  if (to === '') return plain;
  const mustReset = from !== '' && !(isTextColor(from) && isTextColor(to));
  return `\u001b[${mustReset ? '0;' : ''}${to}m`;
}

/** Cells as text; it starts and ends without a style. A blank that shows nothing of the style in force is written in it. */
function written(cells: readonly Cell[]): string {
  let out = '';
  let current = blank;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? blank;
    const blanks = cell.sign === ' ' ? blanksFrom(cells, at) : 0;
    if (blanks >= manyBlanks) {
      out += `${current.style === '' ? '' : plain}\u001b[${blanks}X\u001b[${blanks}C`;
      current = blank;
      at += blanks - 1;
      continue;
    }
    const canStay = cell.sign === ' ' && cell.style === current.blankStyle;
    if (!canStay && cell.style !== current.style) out += changeStyle(current.style, cell.style);
    if (!canStay) current = cell;
    out += cell.sign;
  }
  return current.style === '' ? out : out + plain;
}

/** The run from where its first sign starts. */
const fromSign = (cells: readonly Cell[], { from, to }: Run) =>
  cells[from]?.sign === '' ? { from: from - 1, to } : { from, to };

/**
 * What makes the shown line the wanted one, by its columns alone that differ; null when it can only be written as a whole.
 * @param place the sequence that goes to a column, counted from 0
 */
export function renderChangedCells(shown: string, wanted: string, place: (column: number) => string): string | null {
  const [before, after] = [parseCells(shown), parseCells(wanted)];
  if (!before || !after) return null;
  const runs = differing(before, after);
  // The first run behind the end of the line clears all that is there.
  const clearing = runs.findIndex(({ to }) => to > after.length);
  return (clearing < 0 ? runs : runs.slice(0, clearing + 1))
    .map((run) => {
      const { from, to } = fromSign(after, run);
      const end = to > after.length ? clearRest : '';
      return place(Math.min(from, after.length)) + written(after.slice(from, to)) + end;
    })
    .join('');
}

export interface CursorPlace {
  readonly x: number;
  readonly y: number;
}

/** Where the terminal's cursor is wanted; the newest claim wins, and none hides it. */
export interface CursorHolder {
  claim(owner: symbol, place: CursorPlace): void;
  release(owner: symbol): void;
}

export interface FrameWriter extends CursorHolder {
  /** The whole screen as lines; only those that changed are written. */
  frame(output: string): void;
  /** Everything again: the terminal was cleared, resized or used by another. */
  redraw(): void;
  /** Writes what is pending and nothing after it. */
  stop(): void;
}

export interface FrameWriterDeps {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  /** ms between two writes; a slow line is not flooded. */
  readonly interval: number;
}

const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearScreen = '\u001b[2J';
const clearLine = '\u001b[2K';
const clearRest = '\u001b[K';
const plain = '\u001b[m';

const at = (row: number, column: number) => `\u001b[${row + 1};${column + 1}H`;

/** A line as a whole; one that fills its row must not be cleared at its end. */
const padLine = (line: string, row: number, columns: number) =>
  at(row, 0) + line + plain + (measureInkText(line) < columns ? clearRest : '');

/** What differs from what is shown: of a line the columns alone that changed, where that is less than all of it. */
function changedLines(shown: readonly string[], lines: readonly string[], columns: number): string {
  let out = '';
  lines.forEach((line, row) => {
    const before = shown[row];
    if (line === before) return;
    const full = padLine(line, row, columns);
    const parts = before === undefined ? null : renderChangedCells(before, line, (column) => at(row, column));
    out += parts !== null && parts.length < full.length ? parts : full;
  });
  for (let row = lines.length; row < shown.length; row += 1) out += at(row, 0) + clearLine;
  return out;
}

/**
 * Writes frames to a terminal line by line, each at its own place. Ink's own incremental renderer counts back one line
 * short when a frame ends in a line break, so that it is handed the frames alone.
 */
export function createFrameWriter({ write, columns, interval }: FrameWriterDeps): FrameWriter {
  const claims = new Map<symbol, CursorPlace>();
  let shown: readonly string[] = [];
  let wanted: readonly string[] = [];
  let cursor = '';
  let clear = clearScreen;
  let last = 0;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const flush = () => {
    timer = null;
    if (stopped) return;
    const place = [...claims.values()].at(-1);
    const changes = clear + changedLines(shown, wanted, columns());
    const nextCursor = place ? at(place.y, place.x) + showCursor : hideCursor;
    if (changes === '' && nextCursor === cursor) return;
    const hidden = cursor === hideCursor;
    const drawn = changes === '' || hidden ? changes : hideCursor + changes;
    write(beginFrame + drawn + (place || changes === '' ? nextCursor : '') + endFrame);
    shown = wanted;
    cursor = nextCursor;
    clear = '';
    last = Date.now();
  };
  const schedule = () => {
    timer ??= setTimeout(flush, Math.max(0, last + interval - Date.now()));
  };
  return {
    frame(output) {
      wanted = output.split('\n');
      schedule();
    },
    redraw() {
      shown = [];
      clear = clearScreen;
      schedule();
    },
    claim(owner, place) {
      claims.delete(owner);
      claims.set(owner, place);
      schedule();
    },
    release(owner) {
      if (claims.delete(owner)) schedule();
    },
    stop() {
      if (timer) clearTimeout(timer);
      flush();
      stopped = true;
    },
  };
}

import { isSingleWidth, measureWidth } from '../../output/wrap-text.ts';
import { measureInkText } from './ink-width.ts';

/** One column of a line. */
interface Cell {
  /** The character; empty for the second column of a wide one. */
  readonly text: string;
  /** Its SGR parameters; for a space only those that are visible on one. Empty when it has no style. */
  readonly style: string;
  /** The part of the style that is visible on a space, such as a background or an underline. */
  readonly blankStyle: string;
}

/** SGR attributes: a code that `starts` accepts sets the attribute and replaces its earlier value, `end` removes it. */
const attributes: readonly {
  readonly starts: (code: number) => boolean;
  readonly end: number;
  readonly name: string;
}[] = [
  { name: 'bold', starts: (code) => code === 1, end: 22 },
  { name: 'dim', starts: (code) => code === 2, end: 22 },
  { name: 'italic', starts: (code) => code === 3, end: 23 },
  { name: 'underline', starts: (code) => code === 4, end: 24 },
  { name: 'inverse', starts: (code) => code === 7, end: 27 },
  { name: 'strike', starts: (code) => code === 9, end: 29 },
  { name: 'color', starts: (code) => (code >= 30 && code <= 38) || (code >= 90 && code <= 97), end: 39 },
  { name: 'background', starts: (code) => (code >= 40 && code <= 48) || (code >= 100 && code <= 107), end: 49 },
];

/** Attributes that are visible on a space; text color and weight are not. */
const visibleOnBlanks = new Set(['underline', 'inverse', 'strike', 'background']);

/** The number of parameters that an SGR code takes: more than one for indexed (`38;5;N`) and RGB colors (`38;2;R;G;B`). */
const countParameters = (code: number, next: number | undefined) =>
  code !== 38 && code !== 48 ? 1 : next === 5 ? 3 : next === 2 ? 5 : 1;

/** Applies the parameters of one SGR sequence to a style; returns false when one of them is unknown. */
function applyStyle(style: Map<string, string>, parameters: string): boolean {
  const codes = parameters === '' ? [0] : parameters.split(';').map(Number);
  for (let at = 0; at < codes.length; ) {
    const code = codes[at] ?? 0;
    const length = countParameters(code, codes[at + 1]);
    const started = attributes.find(({ starts }) => starts(code));
    const removed = attributes.filter(({ end }) => end === code);
    if (code === 0) style.clear();
    else if (started) style.set(started.name, codes.slice(at, at + length).join(';'));
    else if (removed.length === 0) return false;
    for (const { name } of removed) style.delete(name);
    at += length;
  }
  return true;
}

/**
 * Parses a line into the columns of a terminal. Returns null when it contains characters whose width differs between terminals,
 * or sequences other than SGR; such a line can only be written in full.
 */
export function parseCells(line: string): Cell[] | null {
  const cells: Cell[] = [];
  const styles = new Map<string, string>();
  let [style, blankStyle] = ['', ''];
  for (const [piece, codes] of line.matchAll(/\u001b\[([\d;]*)m|[^\u001b]+|\u001b/g)) {
    if (codes !== undefined) {
      if (!applyStyle(styles, codes)) return null;
      style = [...styles.values()].join(';');
      blankStyle = [...styles].flatMap(([name, code]) => (visibleOnBlanks.has(name) ? [code] : [])).join(';');
    } else if (!isSingleWidth(piece)) return null;
    else
      for (const character of piece) {
        cells.push({ text: character, style: character === ' ' ? blankStyle : style, blankStyle });
        if (measureWidth(character) === 2) cells.push({ text: '', style, blankStyle });
      }
  }
  return cells;
}

const blank: Cell = { text: ' ', style: '', blankStyle: '' };

/** Maximum number of unchanged columns between two changes that are written again, since skipping them takes as many bytes. */
const maxGap = 8;

interface Run {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Finds the runs of columns that differ; runs close to each other are merged. */
function findChangedRuns(shown: readonly Cell[], wanted: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  const length = Math.max(shown.length, wanted.length);
  for (let at = 0; at < length; at += 1) {
    const [before, after] = [shown[at] ?? blank, wanted[at] ?? blank];
    if (before.text === after.text && before.style === after.style) continue;
    const last = runs.at(-1);
    if (last && at - last.to < maxGap) runs[runs.length - 1] = { from: last.from, to: at + 1 };
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/** Minimum number of blanks that are erased and skipped instead of written. */
const minErasedBlanks = 16;

/** Counts the unstyled spaces that start at a column. */
function countBlanks(cells: readonly Cell[], from: number): number {
  const end = cells.findIndex(({ text, style }, at) => at >= from && (text !== ' ' || style !== ''));
  return (end < 0 ? cells.length : end) - from;
}

const isTextColor = (style: string) => /^(?:3|9)[0-7]$/.test(style);

/** The sequence that changes one style into another. One text color replaces another without a reset. */
function changeStyle(from: string, to: string): string {
  if (to === '') return plain;
  const mustReset = from !== '' && !(isTextColor(from) && isTextColor(to));
  return `\u001b[${mustReset ? '0;' : ''}${to}m`;
}

/**
 * Renders cells as text that starts and ends without a style. A space that looks the same in the current style does not change
 * it.
 */
function renderCells(cells: readonly Cell[]): string {
  let out = '';
  let current = blank;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? blank;
    const blanks = cell.text === ' ' ? countBlanks(cells, at) : 0;
    if (blanks >= minErasedBlanks) {
      out += `${current.style === '' ? '' : plain}\u001b[${blanks}X\u001b[${blanks}C`;
      current = blank;
      at += blanks - 1;
      continue;
    }
    const keepsStyle = cell.text === ' ' && cell.style === current.blankStyle;
    if (!keepsStyle && cell.style !== current.style) out += changeStyle(current.style, cell.style);
    if (!keepsStyle) current = cell;
    out += cell.text;
  }
  return current.style === '' ? out : out + plain;
}

/** Extends a run that starts in the middle of a wide character to the start of that character. */
const alignToCharacter = (cells: readonly Cell[], { from, to }: Run) =>
  cells[from]?.text === '' ? { from: from - 1, to } : { from, to };

/**
 * Renders only the columns in which two lines differ. Returns null when the wanted line can only be written in full.
 * @param moveTo the sequence that moves the cursor to a column, counted from 0
 */
export function renderChangedCells(shown: string, wanted: string, moveTo: (column: number) => string): string | null {
  const [before, after] = [parseCells(shown), parseCells(wanted)];
  if (!before || !after) return null;
  const runs = findChangedRuns(before, after);
  // The first run that reaches past the end of the line clears the rest of it.
  const clearing = runs.findIndex(({ to }) => to > after.length);
  return (clearing < 0 ? runs : runs.slice(0, clearing + 1))
    .map((run) => {
      const { from, to } = alignToCharacter(after, run);
      const end = to > after.length ? clearRest : '';
      return moveTo(Math.min(from, after.length)) + renderCells(after.slice(from, to)) + end;
    })
    .join('');
}

export interface CursorPosition {
  readonly x: number;
  readonly y: number;
}

/** Places the terminal's cursor. The newest claim wins; without a claim the cursor is hidden. */
export interface CursorControl {
  claim(owner: symbol, position: CursorPosition): void;
  release(owner: symbol): void;
}

export interface FrameWriter extends CursorControl {
  /** Draws a full frame; only what changed is written. */
  frame(output: string): void;
  /** Writes everything again, after the terminal was cleared, resized or used by another program. */
  redraw(): void;
  /** Writes what is pending; later frames are ignored. */
  stop(): void;
}

export interface FrameWriterDeps {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  /** Minimum time between two writes in ms, so that a slow connection is not flooded. */
  readonly intervalMs: number;
}

const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearScreen = '\u001b[2J';
const clearLine = '\u001b[2K';
const clearRest = '\u001b[K';
const plain = '\u001b[m';

const moveCursor = (row: number, column: number) => `\u001b[${row + 1};${column + 1}H`;

/** Renders a full line. A line that fills its row is not cleared at its end: that would erase its last column. */
const renderLine = (line: string, row: number, columns: number) =>
  moveCursor(row, 0) + line + plain + (measureInkText(line) < columns ? clearRest : '');

/** Renders the lines that changed; only the changed columns of a line where that is shorter than the full line. */
function renderChangedLines(shown: readonly string[], lines: readonly string[], columns: number): string {
  let out = '';
  lines.forEach((line, row) => {
    const before = shown[row];
    if (line === before) return;
    const full = renderLine(line, row, columns);
    const parts = before === undefined ? null : renderChangedCells(before, line, (column) => moveCursor(row, column));
    out += parts !== null && parts.length < full.length ? parts : full;
  });
  for (let row = lines.length; row < shown.length; row += 1) out += moveCursor(row, 0) + clearLine;
  return out;
}

/**
 * Writes frames to a terminal, each line at its own position. Ink's own incremental renderer moves up one line too few when a
 * frame ends in a line break, so it is not used: Ink only produces the frames.
 */
export function createFrameWriter({ write, columns, intervalMs }: FrameWriterDeps): FrameWriter {
  const claims = new Map<symbol, CursorPosition>();
  let shown: readonly string[] = [];
  let wanted: readonly string[] = [];
  let cursor = '';
  let clear = clearScreen;
  let writtenAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const flush = () => {
    timer = null;
    if (stopped) return;
    const position = [...claims.values()].at(-1);
    const changes = clear + renderChangedLines(shown, wanted, columns());
    const nextCursor = position ? moveCursor(position.y, position.x) + showCursor : hideCursor;
    if (changes === '' && nextCursor === cursor) return;
    const hidden = cursor === hideCursor;
    const drawn = changes === '' || hidden ? changes : hideCursor + changes;
    write(beginFrame + drawn + (position || changes === '' ? nextCursor : '') + endFrame);
    shown = wanted;
    cursor = nextCursor;
    clear = '';
    writtenAt = Date.now();
  };
  const schedule = () => {
    timer ??= setTimeout(flush, Math.max(0, writtenAt + intervalMs - Date.now()));
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
    claim(owner, position) {
      claims.delete(owner);
      claims.set(owner, position);
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

import { measureWidth } from '../../output/width.ts';
import { renderChangedCells } from './changed-cells.ts';

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
  /** Everything anew: the terminal was cleared, resized or used by another. */
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
const plain = '\u001b[0m';

const at = (row: number, column: number) => `\u001b[${row + 1};${column + 1}H`;

/** A line as a whole; one that fills its row must not be cleared at its end. */
const padLine = (line: string, row: number, columns: number) =>
  at(row, 0) + line + plain + (measureWidth(line) < columns ? clearRest : '');

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
    const drawn = changes === '' ? '' : hideCursor + changes;
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

import { measureWidth } from '../../output/wrap-text.ts';
import type { FrameWriter } from './frame-writer.ts';

export interface AccessibleWriterDeps {
  readonly write: (text: string) => void;
  /** How long a frame must stay unchanged before it is announced, in ms; what is visible for a shorter time is skipped. */
  readonly delayMs: number;
}

export interface AccessibleWriter extends FrameWriter {
  /** Records that a key was pressed: changes within the next second are treated as its effect. */
  recordKeyPress(): void;
}

/** The pointer before the chosen line, as `getMarks` returns it for accessible output. */
const pointerPattern = /^>\s*/;
const colorPattern = /\u001b\[[0-9;]*m/g;
const numberPattern = /\d[\d.,:%]*/g;
const lineEnd = '\r\n';
/** How long after a key a changed number counts as its effect, in ms. */
const responseWindowMs = 1000;

interface Line {
  readonly text: string;
  /** The text without the pointer. */
  readonly base: string;
  readonly chosen: boolean;
}

/** Parses a line of a frame; columns are separated by a comma instead of spaces. */
function parseLine(frameLine: string): Line {
  const plain = frameLine.replace(colorPattern, '').trim().replace(/ {2,}/g, ', ');
  const chosen = pointerPattern.test(plain);
  const base = plain.replace(pointerPattern, '').replace(/^, /, '');
  return { text: chosen ? `> ${base}` : base, base, chosen };
}

const maskNumbers = ({ base }: Line) => base.replace(numberPattern, '0');

/** Returns the typed or erased letters when only typed text changed, so that the full line is not read again; otherwise null. */
function getTypedChange(shown: string, line: string): string | null {
  if (shown === '') return null;
  if (line.startsWith(shown)) return line.slice(shown.length);
  return shown.startsWith(line) ? '\b \b'.repeat(measureWidth(shown.slice(line.length))) : null;
}

/**
 * Writes what is new in a frame, line by line, for a screen reader: it never moves the cursor or overwrites anything except typed
 * letters. A move in a list announces only the chosen line. Numbers that change without a key press are not announced.
 */
export function createAccessibleWriter({ write, delayMs }: AccessibleWriterDeps): AccessibleWriter {
  let wanted: readonly Line[] = [];
  let announced: readonly Line[] = [];
  /** The last line on the terminal, to which typed letters are appended. */
  let lastLine = '';
  let pressedAt = Date.now();
  let timer: NodeJS.Timeout | null = null;
  const findNewLines = (): readonly Line[] => {
    const isAfterKey = Date.now() - pressedAt < responseWindowMs;
    const texts = new Set(announced.map(({ text }) => text));
    const bases = new Set(announced.map(({ base }) => base));
    const shapes = new Set(announced.map(maskNumbers));
    const newLines = wanted.filter((line) => !(line.chosen ? texts : bases).has(line.chosen ? line.text : line.base));
    const changed = newLines.filter((line) => line.chosen || !shapes.has(maskNumbers(line)));
    return changed.length > 0 || !isAfterKey
      ? changed.filter((line) => isAfterKey || !shapes.has(maskNumbers(line)))
      : newLines;
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const lines = findNewLines();
    announced = wanted;
    if (lines.length === 0) return;
    const [first] = lines;
    const typed = lines.length === 1 && first ? getTypedChange(lastLine, first.text) : null;
    write(typed ?? (lastLine === '' ? '' : lineEnd) + lines.map(({ text }) => text).join(lineEnd));
    lastLine = lines.at(-1)?.text ?? '';
  };
  const schedule = () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(flush, delayMs);
  };
  return {
    frame(output) {
      wanted = output
        .split('\n')
        .map(parseLine)
        .filter(({ base }) => base !== '');
      schedule();
    },
    redraw() {
      announced = [];
      pressedAt = Date.now();
      schedule();
    },
    recordKeyPress() {
      pressedAt = Date.now();
    },
    claim: () => undefined,
    release: () => undefined,
    stop() {
      flush();
      wanted = [];
      if (lastLine !== '') write(lineEnd);
      lastLine = '';
    },
  };
}

import { measureWidth } from '../../output/wrap-text.ts';
import type { FrameWriter } from './frame-writer.ts';

export interface AccessibleWriterDeps {
  readonly write: (text: string) => void;
  /** ms for which a frame must stand before it is said: what only flits by is not. */
  readonly timeoutMs: number;
}

export interface AccessibleWriter extends FrameWriter {
  /** A key was pressed: what changes now is meant for whoever pressed it. */
  pressed(): void;
}

/** The mark of the chosen line, as the spoken marks have it. */
const pointer = /^>\s*/;
const color = /\u001b\[[0-9;]*m/g;
const figure = /\d[\d.,:%]*/g;
const lineEnd = '\r\n';
/** ms after a key in which a changed figure is an answer to it. */
const answerTime = 1000;

interface Line {
  readonly text: string;
  /** Without the mark of the chosen one. */
  readonly base: string;
  readonly chosen: boolean;
}

/** Columns that stand apart are said with a comma between them. */
function lineOf(given: string): Line {
  const plain = given.replace(color, '').trim().replace(/ {2,}/g, ', ');
  const chosen = pointer.test(plain);
  const base = plain.replace(pointer, '').replace(/^, /, '');
  return { text: chosen ? `> ${base}` : base, base, chosen };
}

const shapeOf = ({ base }: Line) => base.replace(figure, '0');

/** Whether only typed text changed: then the letters are read, and not the entire line again. */
function typedOn(shown: string, line: string): string | null {
  if (shown === '') return null;
  if (line.startsWith(shown)) return line.slice(shown.length);
  return shown.startsWith(line) ? '\b \b'.repeat(measureWidth(shown.slice(line.length))) : null;
}

/**
 * Says what is new in a frame, line after line, for a screen reader: nothing is ever moved, erased or drawn over. Of a list in which
 * one moves, the chosen line alone is new. Figures that change by themselves are not said.
 */
export function createAccessibleWriter({ write, timeoutMs }: AccessibleWriterDeps): AccessibleWriter {
  let wanted: readonly Line[] = [];
  let said: readonly Line[] = [];
  /** What stands in the last line, to which typed letters are added. */
  let open = '';
  let pressedAt = Date.now();
  let timer: NodeJS.Timeout | null = null;
  const news = (): readonly Line[] => {
    const requested = Date.now() - pressedAt < answerTime;
    const texts = new Set(said.map(({ text }) => text));
    const bases = new Set(said.map(({ base }) => base));
    const shapes = new Set(said.map(shapeOf));
    const fresh = wanted.filter((line) => !(line.chosen ? texts : bases).has(line.chosen ? line.text : line.base));
    const announced = fresh.filter((line) => line.chosen || !shapes.has(shapeOf(line)));
    return announced.length > 0 || !requested
      ? announced.filter((line) => requested || !shapes.has(shapeOf(line)))
      : fresh;
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const lines = news();
    said = wanted;
    if (lines.length === 0) return;
    const [first] = lines;
    const more = lines.length === 1 && first ? typedOn(open, first.text) : null;
    write(more ?? (open === '' ? '' : lineEnd) + lines.map(({ text }) => text).join(lineEnd));
    open = lines.at(-1)?.text ?? '';
  };
  const schedule = () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(flush, timeoutMs);
  };
  return {
    frame(output) {
      wanted = output
        .split('\n')
        .map(lineOf)
        .filter(({ base }) => base !== '');
      schedule();
    },
    redraw() {
      said = [];
      pressedAt = Date.now();
      schedule();
    },
    pressed() {
      pressedAt = Date.now();
    },
    claim: () => undefined,
    release: () => undefined,
    stop() {
      flush();
      wanted = [];
      if (open !== '') write(lineEnd);
      open = '';
    },
  };
}

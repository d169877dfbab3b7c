import { eastAsianWidth } from 'get-east-asian-width';
import { stringWidth } from '#string-width';

/** Characters that control or hide text: C0, C1, DEL, bidirectional controls, zero-width characters, line separators. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** The same without tabs and line endings, which structure the data. A carriage return within a line would hide its start. */
const unsafeInLines =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\r(?!\n)/g;

const escapeChar = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Escapes control characters in data for a terminal, except for line endings and tabs. */
export function safeLines(text: string): string {
  return text.replace(unsafeInLines, escapeChar);
}

/** Escapes all control characters in a text as `\u{..}`, and line breaks as `⏎`. */
export function escapeControls(text: string): string {
  return text.replace(/\r?\n/g, '⏎').replace(unsafe, escapeChar);
}

/** Latin, Greek, Cyrillic and CJK letters, punctuation, arrows and lines: each character is one grapheme. */
const plain =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u25ff\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]*$/;

/** Whether each character of a text is one grapheme, with a width that all terminals agree on. */
export const isSingleWidth = (text: string) => plain.test(text);

/** The width of a text in terminal columns: a Chinese character takes two. */
export function measureWidth(text: string): number {
  if (!plain.test(text)) return stringWidth(text);
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** The graphemes of a text, none of which may be split. */
function splitGraphemes(text: string): Iterable<string> {
  if (plain.test(text)) return text;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Shortens a text to at most `width` columns, with an ellipsis when it was cut. */
export function clip(text: string, width: number, ellipsis = '…'): string {
  if (width <= 0) return '';
  if (measureWidth(text) <= width) return text;
  const space = width - measureWidth(ellipsis);
  let stored = '';
  let used = 0;
  for (const sign of splitGraphemes(text)) {
    const columns = measureWidth(sign);
    if (used + columns > space) break;
    stored += sign;
    used += columns;
  }
  return space >= 0 ? stored + ellipsis : '';
}

/** Makes a text exactly `width` columns wide: clipped, or padded with spaces. */
export function fit(text: string, width: number): string {
  const clipped = clip(text, width);
  return clipped + ' '.repeat(Math.max(0, width - measureWidth(clipped)));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** An ANSI color code. Text from outside contains none, because it is escaped first. */
const color = /(\u001b\[[0-9;]*m)/;
/** The part of a word at the end of a line, after a space. */
const lastWord = /(?<= )[!-~]+$/;
const latin = /^[!-~]$/;
/** Full-width punctuation that starts no line. */
const neverFirst = /^[，。；：、？！）》”’]$/;
const lastSign = /(?:[!-~]+|\p{Script=Han})$/u;
const resetCode = /^\u001b\[(?:0|22|24|27|39|49)?m$/;

/** Builds lines, and tracks the colors that are active at the break. */
class LineBuilder {
  readonly lines: string[] = [];
  readonly #width: number;
  readonly #atWords: boolean;
  #current = '';
  #used = 0;
  #open: string[] = [];

  constructor(width: number, atWords: boolean) {
    this.#width = width;
    this.#atWords = atWords;
  }

  paint(code: string): void {
    this.#open = resetCode.test(code) ? [] : [...this.#open, code];
    this.#current += code;
  }

  add(segment: string): void {
    const columns = measureWidth(segment);
    if (this.#used + columns > this.#width && this.#used > 0) {
      this.#turnBefore(segment);
      // The line breaks at the space between two words.
      if (this.#atWords && segment === ' ') return;
    }
    this.#current += segment;
    this.#used += columns;
  }

  /** Moves a word that does not fit to the next line, unless it is long or Chinese. */
  #turnBefore(segment: string): void {
    const moved = this.#atWords && this.#open.length === 0 ? this.#takenAlong(segment) : '';
    this.#current = this.#current.slice(0, this.#current.length - moved.length);
    this.turn();
    this.#current += moved;
    this.#used = measureWidth(moved);
  }

  /** Text that moves to the next line with a segment: the start of its word, or what precedes punctuation that starts no line. */
  #takenAlong(segment: string): string {
    const pattern = neverFirst.test(segment) ? lastSign : latin.test(segment) ? lastWord : null;
    const [word = ''] = pattern?.exec(this.#current) ?? [];
    return word.length <= this.#width / 2 && word.length < this.#current.length ? word : '';
  }

  /** Ends a line. Active colors continue on the next one. */
  turn(): void {
    this.lines.push(this.#current + (this.#open.length > 0 ? '\u001b[0m' : ''));
    this.#current = this.#open.join('');
    this.#used = 0;
  }
}

/** Wraps a text at its line breaks and at `width`: between words when `atWords` is set, else anywhere, as an input field does. */
export function wrapText(text: string, width: number, atWords = false): string[] {
  const builder = new LineBuilder(Math.max(2, width), atWords);
  for (const line of text.split('\n')) {
    line.split(color).forEach((part, at) => {
      if (at % 2 === 1) builder.paint(part);
      else for (const { segment } of graphemes.segment(part)) builder.add(segment);
    });
    builder.turn();
  }
  return builder.lines;
}

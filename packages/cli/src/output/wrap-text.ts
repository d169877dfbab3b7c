import { eastAsianWidth } from 'get-east-asian-width';
import { stringWidth } from '#string-width';

/** C0, C1, DEL, bidirectional controls, zero-width and line separators: what a terminal would act upon or hide. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** The same without tabs and line ends, which are the form of the data; a carriage return that ends no line would hide one. */
const unsafeInLines =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\r(?!\n)/g;

const escaped = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Data as it may be written to a terminal: its lines and cells stay, and nothing in them acts upon it. */
export function safeLines(text: string): string {
  return text.replace(unsafeInLines, escaped);
}

/** Text that only shows: control characters are written as `\u{..}`, line breaks as `⏎`. */
export function escapeControls(text: string): string {
  return text.replace(/\r?\n/g, '⏎').replace(unsafe, escaped);
}

/** Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters, punctuation, arrows and lines: each is a sign of its own. */
const plain =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u25ff\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]*$/;

/** Each character of it is one sign, of a width that all terminals agree about. */
export const isSingleWidth = (text: string) => plain.test(text);

/** Columns that a text takes in a terminal: a Chinese character takes two. */
export function measureWidth(text: string): number {
  if (!plain.test(text)) return stringWidth(text);
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** The signs of a text, none of which may be cut in two. */
function signsOf(text: string): Iterable<string> {
  if (plain.test(text)) return text;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Cuts a text to at most `width` columns, with an ellipsis when something was cut. */
export function clip(text: string, width: number, ellipsis = '…'): string {
  if (width <= 0) return '';
  if (measureWidth(text) <= width) return text;
  const space = width - measureWidth(ellipsis);
  let stored = '';
  let used = 0;
  for (const sign of signsOf(text)) {
    const columns = measureWidth(sign);
    if (used + columns > space) break;
    stored += sign;
    used += columns;
  }
  return space >= 0 ? stored + ellipsis : '';
}

/** Exactly `width` columns: clipped, or padded with spaces. */
export function fit(text: string, width: number): string {
  const clipped = clip(text, width);
  return clipped + ' '.repeat(Math.max(0, width - measureWidth(clipped)));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A color as a terminal is told it; text from outside holds none, it is made safe first. */
const color = /(\u001b\[[0-9;]*m)/;
/** The start of a word at the end of a line, behind a space. */
const lastWord = /(?<= )[!-~]+$/;
const latin = /^[!-~]$/;
const closing = /^\u001b\[(?:0|22|24|27|39|49)?m$/;

/** The line that is being filled, and the colors that are open in it. */
class Filling {
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
    this.#open = closing.test(code) ? [] : [...this.#open, code];
    this.#current += code;
  }

  add(segment: string): void {
    const columns = measureWidth(segment);
    if (this.#used + columns > this.#width && this.#used > 0) {
      this.#turnBefore(segment);
      // The space between two words is where the line is broken.
      if (this.#atWords && segment === ' ') return;
    }
    this.#current += segment;
    this.#used += columns;
  }

  /** A word that does not fit goes to the next line as a whole, unless it is a long one or Chinese. */
  #turnBefore(segment: string): void {
    const [word = ''] =
      (this.#atWords && this.#open.length === 0 && latin.test(segment) && lastWord.exec(this.#current)) || [];
    const moved = word.length <= this.#width / 2 ? word : '';
    this.#current = this.#current.slice(0, this.#current.length - moved.length);
    this.turn();
    this.#current += moved;
    this.#used = moved.length;
  }

  /** Ends a line; colors that are open go on in the next. */
  turn(): void {
    this.lines.push(this.#current + (this.#open.length > 0 ? '\u001b[0m' : ''));
    this.#current = this.#open.join('');
    this.#used = 0;
  }
}

/** Breaks a text at its line breaks and where it would grow wider: between words if asked for, else anywhere, as an input does. */
export function wrapText(text: string, width: number, atWords = false): string[] {
  const filling = new Filling(Math.max(2, width), atWords);
  for (const line of text.split('\n')) {
    line.split(color).forEach((part, at) => {
      if (at % 2 === 1) filling.paint(part);
      else for (const { segment } of graphemes.segment(part)) filling.add(segment);
    });
    filling.turn();
  }
  return filling.lines;
}

import { measureWidth } from './width.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A colour as a terminal is told it; text from outside holds none, it is made safe first. */
const colour = /(\u001b\[[0-9;]*m)/;
/** The start of a word at the end of a line, behind a space. */
const lastWord = /(?<= )[!-~]+$/;
const latin = /^[!-~]$/;
const closing = /^\u001b\[(?:0|22|24|27|39|49)?m$/;

/** The line that is being filled, and the colours that are open in it. */
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

  /** Ends a line; colours that are open go on in the next. */
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
    line.split(colour).forEach((part, at) => {
      if (at % 2 === 1) filling.paint(part);
      else for (const { segment } of graphemes.segment(part)) filling.add(segment);
    });
    filling.turn();
  }
  return filling.lines;
}

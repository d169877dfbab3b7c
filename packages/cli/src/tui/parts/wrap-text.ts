import { widthOf } from '../../output/width.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A colour as a terminal is told it; text from outside holds none, it is made safe first. */
const colour = /(\u001b\[[0-9;]*m)/;
const closing = /^\u001b\[(?:0|22|24|27|39|49)?m$/;

/** The line that is being filled, and the colours that are open in it. */
class Filling {
  readonly lines: string[] = [];
  readonly #width: number;
  #current = '';
  #used = 0;
  #open: string[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  paint(code: string): void {
    this.#open = closing.test(code) ? [] : [...this.#open, code];
    this.#current += code;
  }

  add(segment: string): void {
    const columns = widthOf(segment);
    if (this.#used + columns > this.#width && this.#used > 0) this.turn();
    this.#current += segment;
    this.#used += columns;
  }

  /** Ends a line; colours that are open go on in the next. */
  turn(): void {
    this.lines.push(this.#current + (this.#open.length > 0 ? '\u001b[0m' : ''));
    this.#current = this.#open.join('');
    this.#used = 0;
  }
}

/** Breaks a text at its line breaks and wherever it would grow wider; Chinese has no spaces to wait for. */
export function wrapText(text: string, width: number): string[] {
  const filling = new Filling(Math.max(2, width));
  for (const line of text.split('\n')) {
    line.split(colour).forEach((part, at) => {
      if (at % 2 === 1) filling.paint(part);
      else for (const { segment } of graphemes.segment(part)) filling.add(segment);
    });
    filling.turn();
  }
  return filling.lines;
}

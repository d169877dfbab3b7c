/** Where words were found: triples of word number, from, to (half-open, in units of the normalized text). */
export interface Match {
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

/** Kept apart for one text; past this many, one match per word covers the rest of the text. */
const limit = 20_000;

/**
 * Collects matches in constant memory. When there are too many to keep, nothing is lost to the safe side: a word found
 * again then counts as found from there to the end of the text.
 */
export class Matches {
  #triples = new Int32Array(3 * 64);
  #count = 0;
  readonly #rest = new Map<number, number>();

  add(word: number, from: number, to: number): void {
    if (this.#count >= limit) {
      this.#rest.set(word, Math.min(from, this.#rest.get(word) ?? from));
      return;
    }
    if (this.#count * 3 === this.#triples.length) {
      const triples = new Int32Array(this.#triples.length * 2);
      triples.set(this.#triples);
      this.#triples = triples;
    }
    const at = this.#count * 3;
    this.#triples[at] = word;
    this.#triples[at + 1] = from;
    this.#triples[at + 2] = to;
    this.#count += 1;
  }

  /** In the order of the text, at one place the longest first, each once; `length` is that of the text. */
  sorted(length: number): Match[] {
    const all: Match[] = [];
    for (let at = 0; at < this.#count * 3; at += 3) {
      const word = this.#triples[at] as number;
      const from = this.#triples[at + 1] as number;
      all.push({ word, from, to: this.#triples[at + 2] as number });
    }
    for (const [word, from] of this.#rest) all.push({ word, from, to: length });
    all.sort((a, b) => a.from - b.from || b.to - a.to || a.word - b.word);
    return all.filter((match, index) => !isSame(match, all[index - 1]));
  }
}

function isSame(a: Match, b: Match | undefined): boolean {
  return b !== undefined && a.word === b.word && a.from === b.from && a.to === b.to;
}

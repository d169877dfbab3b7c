import { letter as letterKind, mark as markKind, type Steps } from '../../../platform/store/search/characters.ts';
import type { NormalizedText } from '../../../platform/store/search/normalize.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { acceptsSpacedVariant, findSpacedStretches } from './spaced-variants.ts';
import { isBounded } from './spacing.ts';
import { Trie } from './trie.ts';

/** Alternative spellings that a word can opt in to: `c4s1n0` (leet) and `casiiino` (repeats). */
export const wordVariants = ['leet', 'repeats'] as const;
export type WordVariant = (typeof wordVariants)[number];

/** Returns the variants that a list contains. */
export function toVariants(given: unknown): WordVariant[] {
  return Array.isArray(given) ? wordVariants.filter((variant) => given.includes(variant)) : [];
}

// Imported bindings are slow in hot loops.
const letter = letterKind;
const mark = markKind;

/** What may replace a letter. A sign counts only next to letters and digits, as `$` in `a$$`. */
const leetOf: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '69',
  i: '1!',
  l: '1',
  o: '0',
  s: '5$',
  t: '7',
  z: '2',
};
/** The letter under which a unit is searched; `i` and `l` share one because `1` may be either. */
const folds = new Uint16Array(128);
for (const [plain, written] of Object.entries(leetOf)) {
  const folded = (plain === 'l' ? 'i' : plain).charCodeAt(0);
  for (const unit of plain + written) folds[unit.charCodeAt(0)] = folded;
}
const [letterI, letterL] = [0x69, 0x6c];
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
const isLatin = (unit: number) => unit >= 0x61 && unit <= 0x7a;
const isWritten = (plain: number, unit: number) =>
  unit === plain || leetOf[String.fromCharCode(plain)]?.includes(String.fromCharCode(unit)) === true;

/** A text in which each run of one letter is one unit, and the position of each run. */
interface Folded {
  readonly units: Uint16Array;
  /** First units of the runs; the last entry is the end of the text. */
  readonly starts: Int32Array;
  readonly length: number;
  /** Runs that contain a replacement or a repeat, in text order. Every variant of a word contains at least one of them. */
  readonly marked: readonly number[];
}

/** @param longest number of runs of the longest word: no word contains two doubled letters that are further apart */
function fold({ units, kinds, length }: NormalizedText, longest: number): Folded {
  const folded = new Uint16Array(length);
  const starts = new Int32Array(length + 1);
  const marked: number[] = [];
  let [before, count, doubled] = [0, 0, -1];
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    let isPart = (kinds[at] as number) < mark;
    let plain = unit;
    let isMarked = false;
    if (unit < 128 && folds[unit] !== 0 && !isLatin(unit)) {
      if (isDigit(unit) ? isNearLetter(units, length, at) : isSignOfWord(kinds, length, at, unit)) isMarked = true;
      if (isMarked || isPart) plain = folds[unit] as number;
      isPart ||= isMarked;
    } else if (unit === letterL) plain = letterI;
    if (isPart && plain === before) {
      const run = count - 1;
      const size = at - (starts[run] as number) + 1;
      if (size >= 3 || (doubled >= 0 && doubled < run && run - doubled < longest)) isMarked = true;
      if (size === 2) doubled = run;
    } else {
      folded[count] = plain;
      starts[count] = at;
      count += 1;
      before = isPart ? plain : 0;
    }
    if (isMarked && marked.at(-1) !== count - 1) marked.push(count - 1);
  }
  starts[count] = length;
  return { units: folded, starts, length: count, marked };
}

/** A digit is read as a letter only near a letter, never in a plain number. */
function isNearLetter(units: Uint16Array, length: number, at: number): boolean {
  for (let near = Math.max(0, at - 2); near <= Math.min(length - 1, at + 2); near += 1)
    if (isLatin(units[near] as number)) return true;
  return false;
}

/** An exclamation mark ends a sentence, so it must be inside a word; the other signs may also start or end one. */
function isSignOfWord(kinds: Uint8Array, length: number, at: number, unit: number): boolean {
  const isAfter = at > 0 && kinds[at - 1] === letter;
  const isBefore = at + 1 < length && kinds[at + 1] === letter;
  if (unit === 0x21) return isAfter && isBefore;
  return isAfter || isBefore || (at > 1 && kinds[at - 2] === letter);
}

export interface VariantTerm {
  /** Index of the word in the lexicon. */
  readonly index: number;
  /** Matches only between word boundaries. */
  readonly isBounded: boolean;
  readonly isLeet: boolean;
  readonly isRepeats: boolean;
}

/** Compiled words that have variants. */
export interface Variants {
  find(text: NormalizedText, onWord: (term: VariantTerm, from: number, to: number) => void): Steps<void>;
}

interface DraftTerm extends VariantTerm {
  readonly word: NormalizedText;
  readonly folded: Folded;
}

export class VariantsDraft {
  readonly #trie = new Trie();
  readonly #terms: DraftTerm[] = [];
  #longest = 0;

  add(word: NormalizedText, term: VariantTerm): void {
    const folded = fold(word, 0);
    this.#longest = Math.max(this.#longest, folded.length);
    this.#trie.add(folded.units, folded.length);
    this.#terms.push({ ...term, word, folded });
  }

  *compile(): Steps<Variants | null> {
    if (this.#terms.length === 0) return null;
    return new CompiledVariants(yield* buildAutomaton(this.#trie), this.#terms, this.#longest);
  }
}

/** Units read between two yields. */
const scanChunk = 256;

class CompiledVariants implements Variants {
  readonly #automaton: Automaton;
  readonly #terms: readonly DraftTerm[];
  /** Number of runs of the longest word. */
  readonly #longest: number;

  constructor(automaton: Automaton, terms: readonly DraftTerm[], longest: number) {
    this.#automaton = automaton;
    this.#terms = terms;
    this.#longest = longest;
  }

  *find(text: NormalizedText, onWord: (term: VariantTerm, from: number, to: number) => void): Steps<void> {
    yield* this.#findSolid(text, (term, from, to) => {
      if (!term.isBounded || isBoundedVariant(text, from, to)) onWord(term, from, to);
    });
    const { units, kinds, length } = text;
    const isSign = (at: number) => isSignOfWord(kinds, length, at, units[at] as number);
    for (const stretch of findSpacedStretches(text, isSign)) {
      yield* this.#findSolid(stretch.text, (term, first, end) => {
        const [from, to] = [stretch.positions[first] as number, (stretch.positions[end - 1] as number) + 1];
        if (term.isBounded && !isBoundedVariant(text, from, to)) return;
        if (acceptsSpacedVariant(text, stretch, first, end)) onWord(term, from, to);
      });
    }
  }

  *#findSolid(text: NormalizedText, onWord: (term: VariantTerm, from: number, to: number) => void): Steps<void> {
    const folded = fold(text, this.#longest);
    yield;
    const onMatch = (pattern: number, last: number) => {
      const term = this.#terms[pattern] as DraftTerm;
      const first = last - term.folded.length + 1;
      const [start, end] = [folded.starts[first] as number, folded.starts[last + 1] as number];
      if (isVariant(term, text, folded, first)) onWord(term, start, end);
    };
    // Only the surroundings of marked runs are read; ordinary text has few of them.
    let [state, read] = [0, 0];
    for (const at of folded.marked) {
      const from = Math.max(0, at - this.#longest + 1);
      if (from > read) [state, read] = [0, from];
      const to = Math.min(folded.length, at + this.#longest);
      while (read < to) {
        const next = Math.min(read + scanChunk, to);
        state = this.#automaton.scan(folded.units, read, next, state, onMatch);
        read = next;
        yield;
      }
    }
  }
}

/** A sign that is read as a letter at the end of a word belongs to it, so no letter may follow outside. */
function isBoundedVariant(text: NormalizedText, from: number, to: number): boolean {
  const { kinds, length } = text;
  if ((kinds[from] as number) >= mark && from > 0 && kinds[from - 1] === letter) return false;
  if ((kinds[to - 1] as number) >= mark && to < length && kinds[to] === letter) return false;
  return isBounded(text, from, to);
}

/**
 * Names of roads and products look like shorter words (`A55`), so a word below this length must not have more digits than
 * letters.
 */
const minUnrestrictedLength = 5;

/**
 * Whether text with the same folded runs as a word is a variant of it:
 *
 * - Each letter or a replacement for it is present, and at least one letter itself: `4559` is a number.
 * - No letter occurs more often than in the word unless repeats are enabled. Words often double a letter (`cop`, `coop`), so
 *   either one letter must occur three times in a row or two letters must be doubled.
 */
function isVariant(term: DraftTerm, text: NormalizedText, folded: Folded, first: number): boolean {
  const { word, folded: foldedWord, isLeet, isRepeats, isBounded } = term;
  let [written, digits, letters, stretched, isLong] = [0, 0, 0, 0, false];
  for (let run = 0; run < foldedWord.length; run += 1) {
    const from = folded.starts[first + run] as number;
    const to = folded.starts[first + run + 1] as number;
    const wordFrom = foldedWord.starts[run] as number;
    const wordTo = foldedWord.starts[run + 1] as number;
    const isOpen = !isBounded && (run === 0 || run === foldedWord.length - 1);
    const extra = to - from - (wordTo - wordFrom);
    if (extra < 0 || (extra > 0 && !isRepeats && !isOpen)) return false;
    if (extra > 0 && isRepeats && (text.kinds[from] as number) < mark && !isDigit(word.units[wordFrom] as number)) {
      stretched += 1;
      isLong ||= to - from >= 3;
    } else if (extra > 0 && !isOpen) return false;
    if (!isRunOf(word.units.subarray(wordFrom, wordTo), text.units.subarray(from, to))) return false;
    // A stretched run counts at most as often as it does in the word.
    const [full, limit] = [text.units.subarray(from, to), wordTo - wordFrom];
    const isNumber = isDigit(word.units[wordFrom] as number);
    letters += Math.min(limit, full.filter(isLatin).length);
    if (isNumber) continue;
    digits += Math.min(limit, full.filter(isDigit).length);
    written += full.filter((unit) => unit < 128 && folds[unit] !== 0 && !isLatin(unit)).length;
  }
  if (written === 0 && stretched === 0) return false;
  if (written > 0 && (!isLeet || letters === 0 || (word.length < minUnrestrictedLength && letters < digits)))
    return false;
  return stretched === 0 || isLong || stretched > 1;
}

/** Whether the units of a run may be written for the units of the word, in the same order as far as that can be determined. */
function isRunOf(word: Uint16Array, run: Uint16Array): boolean {
  const isAt = (at: number, runAt: number) => isWritten(word[at] as number, run[runAt] as number);
  if (word.length === run.length) return word.every((_, at) => isAt(at, at));
  return (
    isAt(0, 0) &&
    isAt(word.length - 1, run.length - 1) &&
    run.every((unit) => word.some((plain) => isWritten(plain, unit)))
  );
}

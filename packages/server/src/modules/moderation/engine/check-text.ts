import { runInSlices, runWithoutPause, type Steps } from '../../../platform/store/search/characters.ts';
import { type NormalizedText, toPlainString } from '../../../platform/store/search/normalize.ts';
import { type Lexicon, type LexiconWord, type Literals, type Term, type WordAction, wordActions } from './lexicon.ts';
import { reveal, unitsWithin } from './reveal.ts';
import { acceptsSpacing, isBounded, squeeze } from './spacing.ts';
import type { MatchKind } from './word-reader.ts';

interface CheckOptions {
  /** Only words with this scope, or with none, match; without it, all words do. */
  readonly scope?: string;
  /** Additional words and allowed phrases, for example an unsaved one; they are treated as part of the lexicon. */
  readonly also?: Lexicon;
}

/** A match of a word. `start` and `end` are UTF-16 units of the original text, half-open. */
interface Hit {
  readonly wordId: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly level: 1 | 2 | 3;
  readonly action: WordAction;
  readonly match: MatchKind;
  /** The match is inside an allowed phrase and therefore has no effect. */
  readonly allowed: boolean;
  /** That phrase, as written in the list; only when `allowed`. */
  readonly allowedBy?: string;
}

export interface CheckResult {
  /** The findStrongestAction action of the hits that are not allowed. */
  readonly action: 'pass' | WordAction;
  /** The text with masked matches replaced. */
  readonly text: string;
  /** The normalized form that was checked. */
  readonly normalized: string;
  /** In text order, the longest first at one position; at most `maxHits`. */
  readonly hits: readonly Hit[];
  /** The total number of hits, including those not listed. */
  readonly hitCount: number;
  readonly lexiconVersion: number;
}

/** Units read between two yields. */
const scanChunk = 256;
/** Hits listed in one result; all hits count for its action and text. */
const maxHits = 1000;

/** Checks a text synchronously. Time grows with the length of the text and the number of patterns in the lexicon. */
export function checkText(lexicon: Lexicon, text: string, options: CheckOptions = {}): CheckResult {
  return runWithoutPause(check(lexicon, text, options));
}

/** Like `checkText`, but lets the event loop run every `sliceMs`: for lexicons with patterns and for long texts. */
export function checkTextInSlices(
  lexicon: Lexicon,
  text: string,
  options: CheckOptions = {},
  sliceMs = 10,
): Promise<CheckResult> {
  return runInSlices(check(lexicon, text, options), sliceMs);
}

/** The words and phrases that the numbers in matches refer to: those of the lexicon, then those of `also`. */
interface Entries {
  readonly words: readonly LexiconWord[];
  readonly allow: readonly string[];
}

function* check(lexicon: Lexicon, text: string, options: CheckOptions): Steps<CheckResult> {
  const { also, scope } = options;
  const view = lexicon.compiled.normalize(text);
  yield;
  const normalized = toPlainString(view);
  const found = new Matches();
  const allowed = new Matches();
  const revealed = reveal(text, view, lexicon.compiled.normalize);
  yield;
  for (const read of revealed === null ? [view] : [view, revealed]) {
    const plain = read === view ? normalized : toPlainString(read);
    const positions =
      read === view ? { found, allowed } : { found: limitTo(view, read, found), allowed: limitTo(view, read, allowed) };
    yield* findAll(lexicon, read, plain, { ...positions, firstWord: 0, firstPhrase: 0 });
    if (also === undefined) continue;
    yield* findAll(also, read, plain, {
      ...positions,
      firstWord: lexicon.words.length,
      firstPhrase: lexicon.allow.length,
    });
  }
  const entries = also === undefined ? lexicon : mergeEntries(lexicon, also);
  yield;
  const matches = filterByScope(entries, found.sorted(view.length), scope);
  yield;
  const phrases = createAllowedPhrases(allowed.sorted(view.length));
  const counted = matches.filter((match) => phrases.around(match) === null);
  return {
    action: findStrongestAction(entries, counted),
    text: maskText(text, view, entries.words, counted),
    normalized,
    hits: matches.slice(0, maxHits).map((match) => toHit(entries, view, match, phrases)),
    hitCount: matches.length,
    lexiconVersion: lexicon.version,
  };
}

/** Maps matches in another reading of the text to positions in `view`. */
function limitTo(view: NormalizedText, read: NormalizedText, matches: Matches): Pick<Matches, 'add'> {
  return {
    add(word, from, to) {
      const range = unitsWithin(view, read.starts[from] as number, read.ends[to - 1] as number);
      matches.add(word, range.from, range.to);
    },
  };
}

function mergeEntries(lexicon: Lexicon, also: Lexicon): Entries {
  return { words: [...lexicon.words, ...also.words], allow: [...lexicon.allow, ...also.allow] };
}

/** Collects matches, with the offsets to add to their numbers. */
interface MatchPositions {
  readonly found: Pick<Matches, 'add'>;
  readonly allowed: Pick<Matches, 'add'>;
  readonly firstWord: number;
  readonly firstPhrase: number;
}

function* findAll(lexicon: Lexicon, view: NormalizedText, normalized: string, positions: MatchPositions): Steps<void> {
  const { patterns, pinyin, variants } = lexicon.compiled;
  yield* findLiterals(lexicon, view, positions);
  const addTo = (words: readonly number[]) => (index: number, from: number, to: number) =>
    positions.found.add(positions.firstWord + (words[index] as number), from, to);
  if (patterns !== null) yield* patterns.set.find(normalized, addTo(patterns.words));
  if (pinyin !== null) yield* pinyin.matcher.find(view, addTo(pinyin.words));
  if (variants !== null)
    yield* variants.find(view, ({ index }, from, to) => positions.found.add(positions.firstWord + index, from, to));
}

function* findLiterals(lexicon: Lexicon, view: NormalizedText, positions: MatchPositions): Steps<void> {
  const { solid, spaced } = lexicon.compiled;
  const add = (term: Term, from: number, to: number) => {
    if (term.isAllowed) positions.allowed.add(positions.firstPhrase + term.index, from, to);
    else if (!term.isBounded || isBounded(view, from, to))
      positions.found.add(positions.firstWord + term.index, from, to);
  };
  if (solid !== null) {
    const squeezed = squeeze(view);
    yield;
    yield* scanAll(solid, squeezed, (term, first, last) => {
      const from = squeezed.positions[first] as number;
      const to = (squeezed.positions[last] as number) + 1;
      const isSolid = to - from === term.length;
      const mayBeSpaced = !term.isExact && !term.isAllowed;
      if (isSolid || (mayBeSpaced && acceptsSpacing(view, squeezed, first, last))) add(term, from, to);
    });
  }
  if (spaced !== null) yield* scanAll(spaced, view, (term, first, last) => add(term, first, last + 1));
}

/** Calls `onTerm` with the positions of the first and the last unit of each occurrence. */
function* scanAll(
  literals: Literals,
  text: { readonly units: Uint16Array; readonly length: number },
  onTerm: (term: Term, first: number, last: number) => void,
): Steps<void> {
  let state = 0;
  for (let from = 0; from < text.length; from += scanChunk) {
    const to = Math.min(from + scanChunk, text.length);
    state = literals.automaton.scan(text.units, from, to, state, (pattern, last) => {
      const term = literals.terms[pattern] as Term;
      onTerm(term, last - term.length + 1, last);
    });
    yield;
  }
}

function filterByScope(entries: Entries, matches: Match[], scope: string | undefined): Match[] {
  if (scope === undefined) return matches;
  return matches.filter((match) => {
    const word = getWord(entries, match);
    return word.scope.length === 0 || word.scope.includes(scope);
  });
}

function findStrongestAction(entries: Entries, matches: readonly Match[]): 'pass' | WordAction {
  let rank = -1;
  for (const match of matches) rank = Math.max(rank, wordActions.indexOf(getWord(entries, match).action));
  return wordActions[rank] ?? 'pass';
}

function toHit(entries: Entries, view: NormalizedText, match: Match, phrases: AllowedPhrases): Hit {
  const { id, word, category, level, action, match: kind } = getWord(entries, match);
  const start = view.starts[match.from] as number;
  const end = view.ends[match.to - 1] as number;
  const phrase = phrases.around(match);
  if (phrase === null) return { wordId: id, word, start, end, category, level, action, match: kind, allowed: false };
  const allowedBy = entries.allow[phrase] as string;
  return { wordId: id, word, start, end, category, level, action, match: kind, allowed: true, allowedBy };
}

function getWord(entries: Entries, match: Match): LexiconWord {
  return entries.words[match.word] as LexiconWord;
}

/** The occurrences of allowed phrases in a text. */
interface AllowedPhrases {
  /** Returns the number of a phrase with an occurrence that contains the whole match, or null. */
  around(match: Match): number | null;
}

/** Takes the occurrences ordered by `from`; their `word` is the number of the phrase. */
function createAllowedPhrases(occurrences: readonly Match[]): AllowedPhrases {
  /** For each position in the list, the occurrence up to it that ends last. */
  const furthest: Match[] = [];
  for (const occurrence of occurrences) {
    const before = furthest.at(-1);
    furthest.push(before !== undefined && before.to >= occurrence.to ? before : occurrence);
  }
  return {
    around(match) {
      const candidate = furthest[findLastStartingBy(occurrences, match.from)];
      return candidate !== undefined && candidate.to >= match.to ? candidate.word : null;
    },
  };
}

/** Returns the index of the last occurrence that starts at or before `from`; -1 when there is none. */
function findLastStartingBy(occurrences: readonly Match[], from: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.from ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A range of the original text to be replaced, and the longest match in it. */
interface Mask {
  readonly start: number;
  end: number;
  longest: Match;
}

/**
 * Returns the text with the matches of masked words replaced. Overlapping matches are replaced together by the replacement of the
 * longest one (the first of equals); adjacent matches are replaced separately. Takes the matches in text order.
 */
function maskText(
  text: string,
  view: NormalizedText,
  words: readonly LexiconWord[],
  matches: readonly Match[],
): string {
  const masks = mergeMasks(
    view,
    matches.filter((match) => words[match.word]?.action === 'mask'),
  );
  if (masks.length === 0) return text;
  let result = '';
  let copied = 0;
  for (const mask of masks) {
    const replacement = words[mask.longest.word]?.replacement ?? '*'.repeat(countCharacters(view, mask.longest));
    result += text.slice(copied, mask.start) + replacement;
    copied = mask.end;
  }
  return result + text.slice(copied);
}

function mergeMasks(view: NormalizedText, matches: readonly Match[]): Mask[] {
  const masks: Mask[] = [];
  for (const match of matches) {
    const start = view.starts[match.from] as number;
    const end = view.ends[match.to - 1] as number;
    const last = masks.at(-1);
    if (last === undefined || start >= last.end) {
      masks.push({ start, end, longest: match });
      continue;
    }
    last.end = Math.max(last.end, end);
    if (end - start > getSourceLength(view, last.longest)) last.longest = match;
  }
  return masks;
}

function getSourceLength(view: NormalizedText, match: Match): number {
  return (view.ends[match.to - 1] as number) - (view.starts[match.from] as number);
}

/** Counts characters of the original text; a letter with its accents counts once. */
function countCharacters(view: NormalizedText, match: Match): number {
  let count = 0;
  for (let at = match.from; at < match.to; at += 1) {
    if (at === match.from || view.starts[at] !== view.starts[at - 1]) count += 1;
  }
  return count;
}

/** A match: the number of the word and a half-open range in units of the normalized text. */
interface Match {
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

/** Matches stored for one text. Beyond this number, one match per word covers the rest of the text. */
const maxMatches = 20_000;

/**
 * Collects matches in constant memory. Beyond the limit it errs on the safe side: a word that is found again counts as matching
 * from there to the end of the text.
 */
class Matches {
  #triples = new Int32Array(3 * 64);
  #count = 0;
  readonly #rest = new Map<number, number>();

  add(word: number, from: number, to: number): void {
    if (this.#count >= maxMatches) {
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

  /**
   * Returns the matches in text order, the longest first at one position, without duplicates. `length` is the length of the text.
   */
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

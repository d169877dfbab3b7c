import { mark, runInSlices, runWithoutPause, type Steps } from '../../../platform/store/search/characters.ts';
import { createNormalizer, type Normalize, type NormalizedText } from '../../../platform/store/search/normalize.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { buildPatternSet, type Pattern, type PatternSet } from './pattern.ts';
import type { PinyinReadings } from './pinyin-matcher.ts';
import { buildPinyinMatcher, type PinyinMatcher, type PinyinWord } from './pinyin-matcher.ts';
import { Trie } from './trie.ts';
import { type Variants, VariantsDraft, type WordVariant } from './variants.ts';
import { isSpacedWord, type MatchKind, WordReader, type WordRejection } from './word-reader.ts';

/** What happens to a text with a match, the mildest action first. */
export const wordActions = ['warn', 'mask', 'review', 'block'] as const;
export type WordAction = (typeof wordActions)[number];

export interface LexiconWord {
  readonly id: number;
  readonly word: string;
  readonly match: MatchKind;
  readonly category: string;
  readonly level: 1 | 2 | 3;
  readonly action: WordAction;
  /** Replaces what `mask` hides; null for one `*` per character. */
  readonly replacement: string | null;
  /** Where the word applies; empty for everywhere. */
  readonly scope: readonly string[];
  /** Other spellings that match; empty for patterns and pinyin. */
  readonly variants?: readonly WordVariant[];
}

export interface LexiconSource {
  readonly words: readonly LexiconWord[];
  /** Phrases that are allowed although they contain a word. */
  readonly allow: readonly string[];
  readonly version: number;
}

/** Compiled words and allowed phrases. Immutable, safe to share. */
export interface Lexicon {
  readonly version: number;
  readonly words: readonly LexiconWord[];
  readonly allow: readonly string[];
  /** Words that cannot be used. */
  readonly problems: readonly (WordRejection & { readonly wordId: number })[];
  readonly compiled: CompiledLexicon;
}

/**
 * Literals without a separator are searched in the squeezed text, those with one in the normalized text. Each part is null when
 * the lexicon has no such word.
 */
export interface CompiledLexicon {
  readonly normalize: Normalize;
  readonly solid: Literals | null;
  readonly spaced: Literals | null;
  /** Word numbers by position in the set or matcher. */
  readonly patterns: { readonly set: PatternSet; readonly words: readonly number[] } | null;
  readonly pinyin: { readonly matcher: PinyinMatcher; readonly words: readonly number[] } | null;
  readonly variants: Variants | null;
}

/** An automaton, and the term of each of its patterns. */
export interface Literals {
  readonly automaton: Automaton;
  readonly terms: readonly Term[];
}

export interface Term {
  /** Index in `words`, or in `allow` if `isAllowed`. */
  readonly index: number;
  readonly isAllowed: boolean;
  /** Matches only as written, without anything between its characters. */
  readonly isExact: boolean;
  /** Matches only between word boundaries. */
  readonly isBounded: boolean;
  /** Units of the normalized form. */
  readonly length: number;
}

/** Words read between two yields. */
const wordsPerStep = 256;

/** Pass `compiled.normalize` of an earlier lexicon to reuse its tables. */
export interface BuildOptions {
  readonly normalize?: Normalize;
}

/** Compiles synchronously: for a few words, or where nothing else waits for the event loop. */
export function buildLexicon(source: LexiconSource, options: BuildOptions = {}): Lexicon {
  return runWithoutPause(compile(source, options));
}

/** Compiles in slices of `sliceMs`, between which the event loop runs. */
export function buildLexiconInSlices(
  source: LexiconSource,
  options: BuildOptions = {},
  sliceMs = 10,
): Promise<Lexicon> {
  return runInSlices(compile(source, options), sliceMs);
}

function* compile(source: LexiconSource, options: BuildOptions): Steps<Lexicon> {
  const draft = new LexiconDraft(source, options.normalize ?? createNormalizer());
  yield;
  for (let i = 0; i < source.words.length; i += 1) {
    const isSlow = draft.addWord(i);
    if (isSlow || i % wordsPerStep === 0) yield;
  }
  for (let i = 0; i < source.allow.length; i += 1) {
    draft.addAllowed(i);
    if (i % wordsPerStep === 0) yield;
  }
  const compiled = yield* draft.compile();
  const { words, allow, version } = source;
  return { version, words, allow, problems: draft.problems, compiled };
}

class LexiconDraft {
  readonly problems: (WordRejection & { wordId: number })[] = [];
  readonly #source: LexiconSource;
  readonly #normalize: Normalize;
  readonly #reader: WordReader;
  readonly #solid: LiteralsDraft;
  readonly #spaced = new LiteralsDraft(0);
  readonly #patterns: { pattern: Pattern; word: number }[] = [];
  readonly #sounds: { sound: PinyinWord; word: number }[] = [];
  readonly #variants = new VariantsDraft();

  constructor(source: LexiconSource, normalize: Normalize) {
    this.#source = source;
    this.#normalize = normalize;
    this.#reader = new WordReader(normalize);
    this.#solid = new LiteralsDraft(source.words.reduce((sum, { word }) => sum + word.length, 0));
  }

  /** Returns whether that took more work than copying a literal. */
  addWord(index: number): boolean {
    const { id, word, match, variants = [] } = this.#source.words[index] as LexiconWord;
    const read = this.#reader.read(word, match);
    if ('reason' in read) {
      this.problems.push({ wordId: id, ...read });
      return match === 'regex';
    }
    const { pattern, literal, revealed, sound } = read;
    if (pattern !== null) this.#patterns.push({ pattern, word: index });
    if (sound !== null) this.#sounds.push({ sound, word: index });
    if (literal !== null) {
      const isExact = match === 'exact';
      const isBounded = isExact || (match === 'auto' && isSpacedWord(word));
      const term = { index, isAllowed: false, isExact, isBounded };
      this.#add(literal, { ...term, length: literal.length });
      if (revealed !== null) this.#add(revealed, { ...term, length: revealed.length });
      if (variants.length > 0 && sound === null) {
        const [isLeet, isRepeats] = [variants.includes('leet'), variants.includes('repeats')];
        this.#variants.add(literal, { index, isBounded, isLeet, isRepeats });
      }
    }
    return literal === null || sound !== null;
  }

  /** Ignores a phrase that is empty after normalization or too long to be found. */
  addAllowed(index: number): void {
    const text = this.#reader.literal(this.#source.allow[index] as string);
    if ('reason' in text) return;
    this.#add(text, { index, isAllowed: true, isExact: false, isBounded: false, length: text.length });
  }

  #add(text: NormalizedText, term: Term): void {
    const isSpaced = text.kinds.subarray(0, text.length).some((kind) => kind >= mark);
    (isSpaced ? this.#spaced : this.#solid).add(text.units, term);
  }

  *compile(): Steps<CompiledLexicon> {
    const solid = yield* this.#solid.compile();
    const spaced = yield* this.#spaced.compile();
    const patterns = this.#patterns.length === 0 ? null : yield* this.#compilePatterns();
    const { readings } = this.#reader;
    const pinyin = readings === null ? null : yield* this.#compileSounds(readings);
    const variants = yield* this.#variants.compile();
    return { normalize: this.#normalize, solid, spaced, patterns, pinyin, variants };
  }

  *#compilePatterns(): Steps<NonNullable<CompiledLexicon['patterns']>> {
    const set = yield* buildPatternSet(this.#patterns.map(({ pattern }) => pattern));
    return { set, words: this.#patterns.map(({ word }) => word) };
  }

  *#compileSounds(readings: PinyinReadings): Steps<NonNullable<CompiledLexicon['pinyin']>> {
    const sounds = this.#sounds.map(({ sound }) => sound);
    const matcher = yield* buildPinyinMatcher(sounds, readings);
    return { matcher, words: this.#sounds.map(({ word }) => word) };
  }
}

class LiteralsDraft {
  readonly #trie: Trie;
  readonly #terms: Term[] = [];

  constructor(expectedUnits: number) {
    this.#trie = new Trie(expectedUnits);
  }

  add(units: Uint16Array, term: Term): void {
    this.#trie.add(units, term.length);
    this.#terms.push(term);
  }

  *compile(): Steps<Literals | null> {
    if (this.#terms.length === 0) return null;
    return { automaton: yield* buildAutomaton(this.#trie), terms: this.#terms };
  }
}

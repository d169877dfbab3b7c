import { type Automaton, buildAutomaton } from './automaton.ts';
import { mark } from './characters.ts';
import { createNormalise, type Normalise, type NormalisedText, stringOf } from './normalise.ts';
import { compilePattern, type Pattern, type PatternProblem } from './pattern.ts';
import { buildPatternSet, type PatternSet } from './pattern-set.ts';
import { buildPinyinMatcher, type PinyinMatcher } from './pinyin-matcher.ts';
import { loadPinyinReadings, type PinyinReadings } from './pinyin-readings.ts';
import { type PinyinWord, parsePinyin } from './pinyin-word.ts';
import { runAtOnce, runInSlices, type Steps } from './slices.ts';
import { Trie } from './trie.ts';

/**
 * How a word is looked for in the normalised text: `contains` anywhere, also spaced out to hide it (`acceptsSpacing`);
 * `exact` as written and bounded (`isBounded`); `pinyin` by its sound; `regex` as a pattern in RE2's syntax.
 */
export const matchKinds = ['exact', 'contains', 'regex', 'pinyin'] as const;
export type MatchKind = (typeof matchKinds)[number];

/** What is done about a text, the mildest first. */
export const wordActions = ['warn', 'mask', 'review', 'block'] as const;
export type WordAction = (typeof wordActions)[number];

export interface LexiconWord {
  readonly id: number;
  readonly word: string;
  readonly match: MatchKind;
  readonly category: string;
  readonly level: 1 | 2 | 3;
  readonly action: WordAction;
  /** Stands in for what `mask` hides; null for one `*` a character. */
  readonly replacement: string | null;
  /** Where the word counts; nothing for everywhere. */
  readonly scope: readonly string[];
}

export interface LexiconSource {
  readonly words: readonly LexiconWord[];
  /** Phrases that are fine although they contain a word. */
  readonly allow: readonly string[];
  readonly version: number;
}

/** Why a word takes no part: nothing is left of it (`empty`), it is too long, it cannot be read, or its pattern is refused. */
export type WordProblem = PatternProblem | 'notPinyin';

/** Compiled words and allowed phrases. Immutable, safe to share. */
export interface Lexicon {
  readonly version: number;
  readonly words: readonly LexiconWord[];
  readonly allow: readonly string[];
  readonly problems: readonly { readonly wordId: number; readonly reason: WordProblem }[];
  readonly compiled: CompiledLexicon;
}

/**
 * Literals without a separator are looked for in the squeezed text, those with one in the text as it is. Each part is
 * null when there is nothing of its kind.
 */
export interface CompiledLexicon {
  readonly normalise: Normalise;
  readonly solid: Literals | null;
  readonly spaced: Literals | null;
  /** Word numbers by place in the set or matcher. */
  readonly patterns: { readonly set: PatternSet; readonly words: readonly number[] } | null;
  readonly pinyin: { readonly matcher: PinyinMatcher; readonly words: readonly number[] } | null;
}

/** What each pattern of an automaton stands for. */
export interface Literals {
  readonly automaton: Automaton;
  readonly terms: readonly Term[];
}

export interface Term {
  /** Index in `words`, or in `allow` if `isAllowed`. */
  readonly index: number;
  readonly isAllowed: boolean;
  readonly isExact: boolean;
  /** Units of the normalised form. */
  readonly length: number;
}

/** Units of a word's normalised form. */
const longestWord = 512;
const chunk = 256;

/** Compiles at once: for a few words, or where nothing else waits. */
export function buildLexicon(source: LexiconSource): Lexicon {
  return runAtOnce(compile(source));
}

/** Compiles in slices of some 10 ms, between which the event loop runs. */
export function buildLexiconInSlices(source: LexiconSource, sliceMs = 10): Promise<Lexicon> {
  return runInSlices(compile(source), sliceMs);
}

function* compile(source: LexiconSource): Steps<Lexicon> {
  const draft = new LexiconDraft(source);
  yield;
  for (let i = 0; i < source.words.length; i += 1) {
    const isSlow = draft.addWord(i);
    if (isSlow || i % chunk === 0) yield;
  }
  for (let i = 0; i < source.allow.length; i += 1) {
    draft.addAllowed(i);
    if (i % chunk === 0) yield;
  }
  const compiled = yield* draft.compile();
  const { words, allow, version } = source;
  return { version, words, allow, problems: draft.problems, compiled };
}

class LexiconDraft {
  readonly problems: { wordId: number; reason: WordProblem }[] = [];
  readonly #source: LexiconSource;
  readonly #normalise = createNormalise();
  readonly #solid: LiteralsDraft;
  readonly #spaced = new LiteralsDraft(0);
  readonly #patterns: { pattern: Pattern; word: number }[] = [];
  readonly #pinyin: { parsed: PinyinWord; word: number }[] = [];
  #readings: PinyinReadings | null = null;

  constructor(source: LexiconSource) {
    this.#source = source;
    this.#solid = new LiteralsDraft(source.words.reduce((sum, { word }) => sum + word.length, 0));
  }

  /** Answers whether that was more work than copying a literal. */
  addWord(index: number): boolean {
    const word = this.#source.words[index] as LexiconWord;
    const reason = word.match === 'regex' ? this.#addPattern(word, index) : this.#addLiteral(word, index);
    if (reason !== null) this.problems.push({ wordId: word.id, reason });
    return word.match === 'regex' || word.match === 'pinyin';
  }

  addAllowed(index: number): void {
    const text = trimmed(this.#normalise(this.#source.allow[index] as string));
    if (text.length === 0 || text.length > longestWord) return;
    this.#add(text, { index, isAllowed: true, isExact: false, length: text.length });
  }

  #addPattern(word: LexiconWord, index: number): WordProblem | null {
    const result = compilePattern(word.word, this.#normalise);
    if (!result.ok) return result.reason;
    this.#patterns.push({ pattern: result.pattern, word: index });
    return null;
  }

  #addLiteral(word: LexiconWord, index: number): WordProblem | null {
    const text = trimmed(this.#normalise(word.word));
    if (text.length === 0) return 'empty';
    if (text.length > longestWord) return 'tooLong';
    if (word.match === 'pinyin') {
      this.#readings ??= loadPinyinReadings();
      const parsed = parsePinyin(stringOf(text), this.#readings);
      if (parsed === null) return 'notPinyin';
      this.#pinyin.push({ parsed, word: index });
      // Its own characters are found however they are read.
      if (!hasHan(text)) return null;
    }
    this.#add(text, { index, isAllowed: false, isExact: word.match === 'exact', length: text.length });
    return null;
  }

  #add(text: NormalisedText, term: Term): void {
    const isSpaced = text.kinds.subarray(0, text.length).some((kind) => kind >= mark);
    (isSpaced ? this.#spaced : this.#solid).add(text.units, term);
  }

  *compile(): Steps<CompiledLexicon> {
    const solid = yield* this.#solid.compile();
    const spaced = yield* this.#spaced.compile();
    const patterns = this.#patterns.length === 0 ? null : yield* this.#compilePatterns();
    const pinyin = this.#readings === null ? null : yield* this.#compilePinyin(this.#readings);
    return { normalise: this.#normalise, solid, spaced, patterns, pinyin };
  }

  *#compilePatterns(): Steps<NonNullable<CompiledLexicon['patterns']>> {
    const set = yield* buildPatternSet(this.#patterns.map(({ pattern }) => pattern));
    return { set, words: this.#patterns.map(({ word }) => word) };
  }

  *#compilePinyin(readings: PinyinReadings): Steps<NonNullable<CompiledLexicon['pinyin']>> {
    const parsed = this.#pinyin.map((entry) => entry.parsed);
    const matcher = yield* buildPinyinMatcher(parsed, readings);
    return { matcher, words: this.#pinyin.map(({ word }) => word) };
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

/** Without white space at its ends. */
function trimmed(text: NormalisedText): NormalisedText {
  const space = 0x20;
  let from = 0;
  let to = text.length;
  if (to > from && text.units[from] === space) from += 1;
  if (to > from && text.units[to - 1] === space) to -= 1;
  const { units, kinds, starts, ends } = text;
  return {
    units: units.subarray(from, to),
    kinds: kinds.subarray(from, to),
    starts: starts.subarray(from, to),
    ends: ends.subarray(from, to),
    length: to - from,
  };
}

function hasHan(text: NormalisedText): boolean {
  return /\p{Script=Han}/u.test(stringOf(text));
}

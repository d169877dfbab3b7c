import {
  createNormalizer,
  type Normalize,
  type NormalizedText,
  toPlainString,
} from '../../../platform/store/search/normalize.ts';
import { compilePattern, type Pattern, type PatternProblem } from './pattern.ts';
import { loadPinyinReadings, type PinyinReadings, type PinyinWord, parsePinyin } from './pinyin-matcher.ts';
import { reveal } from './reveal.ts';

/**
 * How a word is searched in the normalized text: `contains` matches anywhere, also with separators (`acceptsSpacing`); `auto` is
 * like `contains`, but a word of a script that puts spaces between words must be bounded (`isBounded`); `exact` matches as
 * written and bounded; `pinyin` by sound; `regex` as a pattern in RE2 syntax.
 */
export const matchKinds = ['auto', 'exact', 'contains', 'regex', 'pinyin'] as const;
export type MatchKind = (typeof matchKinds)[number];

/**
 * Why a word cannot be used: nothing remains after normalization (`empty`), it is too long, it has no pinyin, or the pattern is
 * invalid.
 */
export type WordProblem = PatternProblem | 'notPinyin';

/** `at` is the faulty part of a pattern, where known. */
export interface WordRejection {
  readonly reason: WordProblem;
  readonly at?: string;
}

/** The forms of a word to search for: a pattern, a literal, a sound, or a literal and its sound. */
export interface ReadWord {
  readonly pattern: Pattern | null;
  readonly literal: NormalizedText | null;
  /** The literal as `reveal` reads it, where that differs. */
  readonly revealed: NormalizedText | null;
  readonly sound: PinyinWord | null;
}

/** Maximum units of a word's normalized form. */
const maxWordLength = 512;

/** Scripts without spaces between words: the `cjk` scripts and those of South East Asia. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Whether an `auto` word is delimited by spaces in running text: `gin` is, 赌博, `加v信` and `13800138000` are not. */
export function isSpacedWord(word: string): boolean {
  return /\p{L}/u.test(word) && !unspaced.test(word);
}

/** Returns why a word cannot be used; null when it can. Reuse one instance for many words. */
export type WordCheck = (word: string, match: MatchKind) => WordRejection | null;

export function createWordCheck(): WordCheck {
  const reader = new WordReader(createNormalizer());
  return (word, match) => {
    const read = reader.read(word, match);
    return 'reason' in read ? read : null;
  };
}

/** Reads words. Loads the pinyin dictionary at the first word that needs it. */
export class WordReader {
  readonly #normalize: Normalize;
  #readings: PinyinReadings | null = null;

  constructor(normalize: Normalize) {
    this.#normalize = normalize;
  }

  /** The pinyin dictionary, or null if no word has needed it. */
  get readings(): PinyinReadings | null {
    return this.#readings;
  }

  read(word: string, match: MatchKind): ReadWord | WordRejection {
    if (match === 'regex') return this.#readPattern(word);
    const text = this.literal(word);
    if ('reason' in text) return text;
    const revealed = this.#revealed(word, text);
    if (match !== 'pinyin') return { pattern: null, literal: text, revealed, sound: null };
    this.#readings ??= loadPinyinReadings();
    const letters = toPlainString(text);
    const sound = parsePinyin(letters, this.#readings);
    if (sound === null) return { reason: 'notPinyin' };
    // A word's own characters match in any of their readings.
    const literal = /\p{Script=Han}/u.test(letters) ? text : null;
    return { pattern: null, literal, revealed: literal && revealed, sound };
  }

  /** Returns the normalized form without spaces at its ends. */
  literal(word: string): NormalizedText | WordRejection {
    const text = trimSpaces(this.#normalize(word));
    if (text.length === 0) return { reason: 'empty' };
    return text.length > maxWordLength ? { reason: 'tooLong' } : text;
  }

  #revealed(word: string, literal: NormalizedText): NormalizedText | null {
    const revealed = reveal(word, literal, this.#normalize, { isWord: true });
    const text = revealed && trimSpaces(revealed);
    return text === null || text.length === 0 || text.length > maxWordLength ? null : text;
  }

  #readPattern(source: string): ReadWord | WordRejection {
    const result = compilePattern(source, this.#normalize);
    if (result.ok) return { pattern: result.pattern, literal: null, revealed: null, sound: null };
    return result.at === undefined ? { reason: result.reason } : { reason: result.reason, at: result.at };
  }
}

function trimSpaces(text: NormalizedText): NormalizedText {
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

import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';
import { cjk, join, letter, mark, type Steps, stop } from '../../../platform/store/search/characters.ts';
import type { NormalizedText } from '../../../platform/store/search/normalize.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { isFree, longestGap } from './spacing.ts';
import { Trie } from './trie.ts';

/**
 * A word by its sound. `breaks[p]` says whether a syllable can end after `p` letters: 0 never, 1 always, 2 only in some readings
 * of the letters ("xian" is xian or xi an).
 */
export interface PinyinWord {
  readonly letters: string;
  readonly breaks: Uint8Array;
  /** The smallest number of syllables that the letters can be read as. */
  readonly syllables: number;
}

const noBreak = 0;
const sureBreak = 1;
const possibleBreak = 2;

/**
 * Every initial combined with every final. This accepts more than the syllables in use, so at worst an unusual word has extra
 * readings.
 */
const syllable =
  /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uan|uai|ai|ei|ui|ao|ou|iu|ie|ue|er|an|en|in|un|ia|ua|uo|a|o|e|i|u)$/;
const maxSyllableLength = 6;

/**
 * Reads a word written in pinyin (with or without tones, spaces or apostrophes), in Chinese, or in both. Takes the normalized
 * form. Returns null when it cannot be read as pinyin.
 */
export function parsePinyin(normalized: string, readings: PinyinReadings): PinyinWord | null {
  const parts = normalized.replace(/([a-z])[1-5]/g, '$1 ').match(runs) ?? [];
  const parsed = parts.flatMap((part) =>
    isHan.test(part) ? readings.ofWord(part).map(toOneSyllable) : [parsePart(part)],
  );
  if (parsed.length === 0) return null;
  const letters: string[] = [];
  const breaks: number[] = [sureBreak];
  let syllables = 0;
  for (const part of parsed) {
    if (part === null) return null;
    letters.push(part.letters);
    breaks.push(...part.breaks.subarray(1));
    syllables += part.syllables;
  }
  return { letters: letters.join(''), breaks: Uint8Array.from(breaks), syllables };
}

/** Runs of Chinese characters, and runs of other characters between separators. */
const runs = /\p{Script=Han}+|[^\p{Script=Han}\s'’.·_-]+/gu;
const isHan = /^\p{Script=Han}/u;

function toOneSyllable(letters: string): PinyinWord | null {
  if (!/^[a-z]+$/.test(letters)) return null;
  const breaks = new Uint8Array(letters.length + 1);
  breaks[0] = sureBreak;
  breaks[letters.length] = sureBreak;
  return { letters, breaks, syllables: 1 };
}

/** Splits letters into syllables in every possible way; null when there is none. */
function parsePart(written: string): PinyinWord | null {
  const part = written.replaceAll('v', 'u');
  const length = part.length;
  /** The fewest syllables up to a position, and from a position to the end; Infinity when no split reaches it. */
  const before = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  const after = [...before];
  before[0] = 0;
  after[length] = 0;
  for (let end = 1; end <= length; end += 1) {
    for (const start of listSyllableStarts(part, end))
      before[end] = Math.min(before[end] ?? 0, (before[start] ?? 0) + 1);
  }
  for (let end = length; end > 0; end -= 1) {
    for (const start of listSyllableStarts(part, end))
      after[start] = Math.min(after[start] ?? 0, (after[end] ?? 0) + 1);
  }
  const syllables = before[length] ?? Number.POSITIVE_INFINITY;
  if (syllables === Number.POSITIVE_INFINITY) return null;
  const isReachable = (at: number) => (before[at] ?? 0) + (after[at] ?? 0) < Number.POSITIVE_INFINITY;
  const crossed = new Set<number>();
  for (let end = 1; end <= length; end += 1) {
    for (const start of listSyllableStarts(part, end)) {
      if (!isReachable(start) || !isReachable(end)) continue;
      for (let inside = start + 1; inside < end; inside += 1) crossed.add(inside);
    }
  }
  const breaks = Uint8Array.from(before, (_, at) => {
    if (!isReachable(at)) return noBreak;
    return crossed.has(at) ? possibleBreak : sureBreak;
  });
  return { letters: part, breaks, syllables };
}

function* listSyllableStarts(part: string, end: number): Generator<number> {
  for (let start = Math.max(0, end - maxSyllableLength); start < end; start += 1) {
    if (syllable.test(part.slice(start, end))) yield start;
  }
}

/** Called for each occurrence with the word's position in the list and the half-open range of the normalized text. */
type OnPinyinMatch = (word: number, from: number, to: number) => void;

/**
 * Finds words by their sound. A Chinese character matches by any of its readings, a Latin letter as itself, so 发伦工, fa轮gong and
 * "fa lun gong" all match 法轮功. A character must be a full syllable of the word. Letters may not continue beyond the word ("gun"
 * is not in "gunman"). Separators may be between syllables or between all letters; clause punctuation may not.
 */
export interface PinyinMatcher {
  /** Yields every few thousand characters. */
  find(text: NormalizedText, onMatch: OnPinyinMatch): Steps<void>;
}

export function* buildPinyinMatcher(words: readonly PinyinWord[], readings: PinyinReadings): Steps<PinyinMatcher> {
  const trie = new Trie(words.reduce((sum, word) => sum + word.letters.length, 0));
  for (const word of words) trie.add(getUnits(word.letters), word.letters.length);
  const automaton = yield* buildAutomaton(trie);
  return { find: (text, onMatch) => find({ automaton, words, readings }, text, onMatch) };
}

interface Tables {
  readonly automaton: Automaton;
  readonly words: readonly PinyinWord[];
  readonly readings: PinyinReadings;
}

const charactersPerStep = 2048;
const apostrophe = 0x27;
const letterU = 0x75;
const letterV = 0x76;
/** The readings of adjacent characters multiply; beyond this number of states, the rarest readings are dropped. */
const maxStates = 24;

function* find(tables: Tables, text: NormalizedText, onMatch: OnPinyinMatch): Steps<void> {
  let states: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    if (at % charactersPerStep === charactersPerStep - 1) yield;
    const kind = text.kinds[at] as number;
    if (kind === stop && text.units[at] !== apostrophe) states = [0];
    if (kind >= mark) continue;
    const readings = getReadingsAt(tables.readings, text, at);
    if (readings.length === 0) {
      states = [0];
      continue;
    }
    states = advance(tables.automaton, states, readings);
    const ended = new Set<number>();
    for (const state of states) tables.automaton.report(state, at, (word) => ended.add(word));
    for (const word of ended) {
      const sounded = tables.words[word] as PinyinWord;
      const from = startOf(tables, sounded, text, at);
      const start = from >= 0 ? from : startOfSpelled(sounded, text, at);
      if (start >= 0) onMatch(word, start, at + 1);
    }
  }
}

function advance(automaton: Automaton, states: readonly number[], readings: readonly string[]): number[] {
  const next: number[] = [];
  for (const reading of readings) {
    for (let state of states) {
      for (let i = 0; i < reading.length; i += 1) state = automaton.step(state, reading.charCodeAt(i));
      if (!next.includes(state) && next.length < maxStates) next.push(state);
    }
  }
  return next;
}

/** The ways to read the unit at `at`: the readings of a character, or a letter as itself. */
function getReadingsAt(readings: PinyinReadings, text: NormalizedText, at: number): readonly string[] {
  const unit = text.units[at] as number;
  if (text.kinds[at] === cjk) return readings.ofCharacter(unit);
  if (text.kinds[at] !== letter || unit < 0x61 || unit > 0x7a) return [];
  return [String.fromCharCode(unit === letterV ? letterU : unit)];
}

/** Returns where a word starts whose last letter is read at `last`; -1 when the candidate is not a match. */
function startOf(tables: Tables, word: PinyinWord, text: NormalizedText, last: number): number {
  if (text.kinds[last] === letter && text.kinds[last + 1] === letter && last + 1 < text.length) return -1;
  const walk: Walk = { tables, word, text, last, isLooselyPaired: false };
  const from = walkBack(walk, word.letters.length, last);
  if (from < 0) return -1;
  if (text.kinds[from] === letter && from > 0 && text.kinds[from - 1] === letter) return -1;
  return walk.isLooselyPaired && word.syllables < 3 && !isFree(text, from, last + 1) ? -1 : from;
}

/** A shorter row of single letters is more often initials than a spelled-out word. */
const minSpelledLetters = 4;

/** Returns where a spelled-out word (`w e i x i n`) starts that has its last letter at `last`; -1 when there is none. */
function startOfSpelled({ letters }: PinyinWord, text: NormalizedText, last: number): number {
  if (letters.length < minSpelledLetters) return -1;
  let at = last;
  for (let left = letters.length - 1; ; left -= 1) {
    const unit = text.units[at] === letterV ? letterU : text.units[at];
    if (text.kinds[at] !== letter || unit !== letters.charCodeAt(left)) return -1;
    if (left === letters.length - 1 && at + 1 < text.length && text.kinds[at + 1] === letter) return -1;
    if (left === 0) return at > 0 && text.kinds[at - 1] === letter ? -1 : at;
    const before = at - 1;
    at = before;
    while (at >= 0 && ((text.kinds[at] as number) === mark || text.kinds[at] === join)) at -= 1;
    if (at < 0 || at === before || before - at > longestGap) return -1;
  }
}

interface Walk {
  readonly tables: Tables;
  readonly word: PinyinWord;
  readonly text: NormalizedText;
  readonly last: number;
  /** A space or a joining sign separates two Chinese characters. */
  isLooselyPaired: boolean;
}

/** Matches the first `letters` letters of the word backwards from `at`. Returns where they start, or -1. */
function walkBack(walk: Walk, letters: number, at: number): number {
  const { text, word } = walk;
  const position = letters === word.letters.length ? at : skipGap(walk, letters, at);
  if (position < 0) return -1;
  for (const reading of getReadingsAt(walk.tables.readings, text, position)) {
    const rest = letters - reading.length;
    if (rest < 0 || !word.letters.startsWith(reading, rest)) continue;
    if (text.kinds[position] === cjk && !isOneSyllable(word.breaks, rest, letters)) continue;
    const from = rest === 0 ? position : walkBack(walk, rest, position - 1);
    if (from >= 0) return from;
  }
  return -1;
}

function isOneSyllable(breaks: Uint8Array, from: number, to: number): boolean {
  if (breaks[from] === 0 || breaks[to] === 0) return false;
  return !breaks.subarray(from + 1, to).includes(1);
}

/** Steps back over the separators at `at` if they are allowed there. Returns the position of the content before them, or -1. */
function skipGap(walk: Walk, letters: number, at: number): number {
  const { text, word } = walk;
  let position = at;
  let hasJoin = false;
  for (; position >= 0 && (text.kinds[position] as number) >= mark; position -= 1) {
    if (text.kinds[position] === stop && text.units[position] !== apostrophe) return -1;
    if (text.kinds[position] === join) hasJoin = true;
  }
  if (position === at || position < 0) return position;
  if (at - position > longestGap || word.breaks[letters] === 0) return -1;
  if (hasJoin && text.kinds[position] === cjk && text.kinds[at + 1] === cjk) walk.isLooselyPaired = true;
  return position;
}

function getUnits(letters: string): Uint16Array {
  return Uint16Array.from(letters, (character) => character.charCodeAt(0));
}

/**
 * Readings of Chinese characters without tones; ü is written u, so that lü, lv and lu are the same. The dictionary is loaded when
 * the first instance is created (some 50 ms, 20 MB), so only lexicons with pinyin words pay for it.
 */
export interface PinyinReadings {
  /** Readings of one character, the most common first; empty if it is not Chinese. */
  ofCharacter(unit: number): readonly string[];
  /** The syllables of a run of Chinese characters in its usual reading; a character without a reading remains as it is. */
  ofWord(word: string): string[];
}

/** Rarer readings would match words that do not sound alike. */
const maxReadings = 3;

export function loadPinyinReadings(): PinyinReadings {
  const { pinyin } = createRequire(import.meta.url)('pinyin-pro') as typeof PinyinPro;
  const cached = new Map<number, readonly string[]>();
  const read = (unit: number) => {
    const all = pinyin(String.fromCharCode(unit), { multiple: true, toneType: 'none', type: 'array' });
    return [...new Set(all.map(getSpelling))].filter((reading) => /^[a-z]+$/.test(reading)).slice(0, maxReadings);
  };
  return {
    ofCharacter(unit) {
      let readings = cached.get(unit);
      if (readings === undefined) {
        readings = read(unit);
        cached.set(unit, readings);
      }
      return readings;
    },
    ofWord: (word) => pinyin(word, { toneType: 'none', type: 'array' }).map(getSpelling),
  };
}

function getSpelling(syllable: string): string {
  return syllable.toLowerCase().replace(/[üv]/g, 'u');
}

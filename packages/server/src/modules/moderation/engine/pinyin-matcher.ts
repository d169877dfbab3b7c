import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';
import { cjk, join, letter, mark, type Steps, stop } from '../../../platform/store/search/characters.ts';
import type { NormalizedText } from '../../../platform/store/search/normalize.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { isFree, longestGap } from './spacing.ts';
import { Trie } from './trie.ts';

/**
 * A word by its sound. `breaks[p]` says whether a syllable can end after `p` letters: 0 no, 1 yes, 2 in some readings
 * of the letters only ("xian" is xian or xi an).
 */
export interface PinyinWord {
  readonly letters: string;
  readonly breaks: Uint8Array;
  /** As few as the letters can be read as. */
  readonly syllables: number;
}

const noBreak = 0;
const sureBreak = 1;
const possibleBreak = 2;

/** Initials and finals put together; wider than the syllables in use, so an odd word is at worst read in more ways. */
const syllable =
  /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uan|uai|ai|ei|ui|ao|ou|iu|ie|ue|er|an|en|in|un|ia|ua|uo|a|o|e|i|u)$/;
const longestSyllable = 6;

/**
 * Reads a word that is written in pinyin (with tones, spaces or apostrophes or without), in Chinese, or in both. Takes
 * the normalized form. null when it cannot be read as pinyin.
 */
export function parsePinyin(normalized: string, readings: PinyinReadings): PinyinWord | null {
  const parts = normalized.replace(/([a-z])[1-5]/g, '$1 ').match(runs) ?? [];
  const parsed = parts.flatMap((part) =>
    isHan.test(part) ? readings.ofWord(part).map(oneSyllable) : [parsePart(part)],
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

/** Chinese, and what else stands between separators. */
const runs = /\p{Script=Han}+|[^\p{Script=Han}\s'’.·_-]+/gu;
const isHan = /^\p{Script=Han}/u;

function oneSyllable(letters: string): PinyinWord | null {
  if (!/^[a-z]+$/.test(letters)) return null;
  const breaks = new Uint8Array(letters.length + 1);
  breaks[0] = sureBreak;
  breaks[letters.length] = sureBreak;
  return { letters, breaks, syllables: 1 };
}

/** Letters as syllables in every way there is; null when there is none. */
function parsePart(written: string): PinyinWord | null {
  const part = written.replaceAll('v', 'u');
  const length = part.length;
  /** Fewest syllables up to a place, and from a place to the end; Infinity when there is no way. */
  const before = new Array<number>(length + 1).fill(Number.POSITIVE_INFINITY);
  const after = [...before];
  before[0] = 0;
  after[length] = 0;
  for (let end = 1; end <= length; end += 1) {
    for (const start of syllableStarts(part, end)) before[end] = Math.min(before[end] ?? 0, (before[start] ?? 0) + 1);
  }
  for (let end = length; end > 0; end -= 1) {
    for (const start of syllableStarts(part, end)) after[start] = Math.min(after[start] ?? 0, (after[end] ?? 0) + 1);
  }
  const syllables = before[length] ?? Number.POSITIVE_INFINITY;
  if (syllables === Number.POSITIVE_INFINITY) return null;
  const isReachable = (at: number) => (before[at] ?? 0) + (after[at] ?? 0) < Number.POSITIVE_INFINITY;
  const crossed = new Set<number>();
  for (let end = 1; end <= length; end += 1) {
    for (const start of syllableStarts(part, end)) {
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

function* syllableStarts(part: string, end: number): Generator<number> {
  for (let start = Math.max(0, end - longestSyllable); start < end; start += 1) {
    if (syllable.test(part.slice(start, end))) yield start;
  }
}

/** Called for each occurrence: the word's place in the list, and the half-open range of the normalized text. */
type OnPinyinMatch = (word: number, from: number, to: number) => void;

/**
 * Finds words by their sound: Chinese characters count as any of their readings, Latin letters as themselves, so 发伦工,
 * fa轮gong and "fa lun gong" are all 法轮功. A character must be a whole syllable of the word; letters may not go on
 * beyond it ("gun" is not in "gunman"); signs may stand between syllables, or between all letters, clause punctuation
 * may not.
 */
export interface PinyinMatcher {
  /** Yields every few thousand characters. */
  find(text: NormalizedText, onMatch: OnPinyinMatch): Steps<void>;
}

export function* buildPinyinMatcher(words: readonly PinyinWord[], readings: PinyinReadings): Steps<PinyinMatcher> {
  const trie = new Trie(words.reduce((sum, word) => sum + word.letters.length, 0));
  for (const word of words) trie.add(unitsOf(word.letters), word.letters.length);
  const automaton = yield* buildAutomaton(trie);
  return { find: (text, onMatch) => find({ automaton, words, readings }, text, onMatch) };
}

interface Tables {
  readonly automaton: Automaton;
  readonly words: readonly PinyinWord[];
  readonly readings: PinyinReadings;
}

const chunk = 2048;
const apostrophe = 0x27;
const letterU = 0x75;
const letterV = 0x76;
/** Readings of neighbours multiply; past so many states at once, the rarest ways to read a text are given up. */
const maxStates = 24;

function* find(tables: Tables, text: NormalizedText, onMatch: OnPinyinMatch): Steps<void> {
  let states: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    if (at % chunk === chunk - 1) yield;
    const kind = text.kinds[at] as number;
    if (kind === stop && text.units[at] !== apostrophe) states = [0];
    if (kind >= mark) continue;
    const readings = readingsAt(tables.readings, text, at);
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

/** The ways to read what stands at a place: a character's readings, or a letter as itself. */
function readingsAt(readings: PinyinReadings, text: NormalizedText, at: number): readonly string[] {
  const unit = text.units[at] as number;
  if (text.kinds[at] === cjk) return readings.ofCharacter(unit);
  if (text.kinds[at] !== letter || unit < 0x61 || unit > 0x7a) return [];
  return [String.fromCharCode(unit === letterV ? letterU : unit)];
}

/** Where a word starts whose last letter is sounded at `last`; -1 when it is not really there. */
function startOf(tables: Tables, word: PinyinWord, text: NormalizedText, last: number): number {
  if (text.kinds[last] === letter && text.kinds[last + 1] === letter && last + 1 < text.length) return -1;
  const walk: Walk = { tables, word, text, last, isLooselyPaired: false };
  const from = walkBack(walk, word.letters.length, last);
  if (from < 0) return -1;
  if (text.kinds[from] === letter && from > 0 && text.kinds[from - 1] === letter) return -1;
  return walk.isLooselyPaired && word.syllables < 3 && !isFree(text, from, last + 1) ? -1 : from;
}

/** Fewer letters than these, each alone, are more often initials than a word that is spelled out. */
const shortestSpelled = 4;

/** Where a word starts that is spelled out, `w e i x i n`, with its last letter at `last`; -1 when it is not. */
function startOfSpelled({ letters }: PinyinWord, text: NormalizedText, last: number): number {
  if (letters.length < shortestSpelled) return -1;
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
  /** Two Chinese characters were parted by a space or a joining sign. */
  isLooselyPaired: boolean;
}

/** Matches the first `letters` letters of the word backwards from `at`; answers where they start, or -1. */
function walkBack(walk: Walk, letters: number, at: number): number {
  const { text, word } = walk;
  const here = letters === word.letters.length ? at : skipGap(walk, letters, at);
  if (here < 0) return -1;
  for (const reading of readingsAt(walk.tables.readings, text, here)) {
    const rest = letters - reading.length;
    if (rest < 0 || !word.letters.startsWith(reading, rest)) continue;
    if (text.kinds[here] === cjk && !isOneSyllable(word.breaks, rest, letters)) continue;
    const from = rest === 0 ? here : walkBack(walk, rest, here - 1);
    if (from >= 0) return from;
  }
  return -1;
}

function isOneSyllable(breaks: Uint8Array, from: number, to: number): boolean {
  if (breaks[from] === 0 || breaks[to] === 0) return false;
  return !breaks.subarray(from + 1, to).includes(1);
}

/** Steps back over the separators at `at`, if they may stand there; answers the place of the content before, or -1. */
function skipGap(walk: Walk, letters: number, at: number): number {
  const { text, word } = walk;
  let here = at;
  let hasJoin = false;
  for (; here >= 0 && (text.kinds[here] as number) >= mark; here -= 1) {
    if (text.kinds[here] === stop && text.units[here] !== apostrophe) return -1;
    if (text.kinds[here] === join) hasJoin = true;
  }
  if (here === at || here < 0) return here;
  if (at - here > longestGap || word.breaks[letters] === 0) return -1;
  if (hasJoin && text.kinds[here] === cjk && text.kinds[at + 1] === cjk) walk.isLooselyPaired = true;
  return here;
}

function unitsOf(letters: string): Uint16Array {
  return Uint16Array.from(letters, (character) => character.charCodeAt(0));
}

/**
 * How Chinese is read aloud, without tones; ü is written u, so that lü, lv and lu are one. The dictionary is loaded when
 * the first of these is made (some 50 ms, 20 MB), so only lexicons with pinyin words pay for it.
 */
export interface PinyinReadings {
  /** Readings of one character, the usual one first; none if it is not Chinese. */
  ofCharacter(unit: number): readonly string[];
  /** The syllables of a run of Chinese characters in its usual reading; a character without one stays as it is. */
  ofWord(word: string): string[];
}

/** Rarer readings than these would match words that are not read alike. */
const maxReadings = 3;

export function loadPinyinReadings(): PinyinReadings {
  const { pinyin } = createRequire(import.meta.url)('pinyin-pro') as typeof PinyinPro;
  const known = new Map<number, readonly string[]>();
  const read = (unit: number) => {
    const all = pinyin(String.fromCharCode(unit), { multiple: true, toneType: 'none', type: 'array' });
    return [...new Set(all.map(spelling))].filter((reading) => /^[a-z]+$/.test(reading)).slice(0, maxReadings);
  };
  return {
    ofCharacter(unit) {
      let readings = known.get(unit);
      if (readings === undefined) {
        readings = read(unit);
        known.set(unit, readings);
      }
      return readings;
    },
    ofWord: (word) => pinyin(word, { toneType: 'none', type: 'array' }).map(spelling),
  };
}

function spelling(syllable: string): string {
  return syllable.toLowerCase().replace(/[üv]/g, 'u');
}

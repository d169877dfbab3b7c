import {
  join as joinKind,
  letter as letterKind,
  mark as markKind,
  stop as stopKind,
} from '../../../platform/store/search/characters.ts';
import type { NormalizedText } from '../../../platform/store/search/normalize.ts';

// Imported bindings are slow in hot loops.
const letter = letterKind;
const mark = markKind;
const join = joinKind;
const stop = stopKind;

/**
 * Users hide a word by putting signs between its characters (赌*博, f.u.c.k, 法 轮 功), and ordinary text has signs between words that
 * happen to be adjacent (没办法，轮到你, the pen is). So words are searched in the text without its separators, and a match across
 * separators is accepted only if it looks like hiding:
 *
 * 1. Spread: a word of three or more characters with something between all of them. Letters must then each be single ("pizza s s"
 *    is not "ass"), and three letters must not be separated by clause punctuation ("a, b, c").
 * 2. Otherwise, between two letters or digits: only signs that do not separate words in ordinary text (`fu*ck`), never a space,
 *    dot, hyphen or apostrophe ("pen is", "she'll", "pen.is"), and the match must have word boundaries. Numbers of seven or more
 *    digits may be grouped in the usual ways ("138 0013 8000", "138-0013-8000").
 * 3. Between Chinese characters (or one and a letter): any sign except clause punctuation and line breaks. In a word of two
 *    characters, which often occurs by chance, spaces, emoji and joining signs are accepted only if the pair is delimited on one
 *    side: "赌 博" and "来 赌 博 吧" match, "没有办法 轮到你" does not.
 *
 * A gap is at most eight units long. A word of more than 32 units matches only as written.
 */
export function acceptsSpacing(text: NormalizedText, squeezed: Squeezed, first: number, last: number): boolean {
  if (last - first >= maxSpacedLength) return false;
  const gaps = measureGaps(text, squeezed, first, last);
  if (gaps === null) return false;
  const from = squeezed.positions[first] as number;
  const to = (squeezed.positions[last] as number) + 1;
  if (!endsBounded(text, from, to)) return false;
  if (gaps.characters < 3) return gaps.betweenLetters === 0 && acceptsPair(text, gaps.betweenOthers, from, to);
  if (gaps.count === gaps.characters - 1) return gaps.betweenLetters < stop || gaps.characters > 3;
  if (gaps.isLongNumber && gaps.betweenLetters <= join) return true;
  return gaps.betweenLetters <= mark && gaps.betweenOthers <= join;
}

/** The units of a text that are part of words, and their positions in the text. */
export interface Squeezed {
  readonly units: Uint16Array;
  readonly positions: Int32Array;
  readonly length: number;
}

export function squeeze(text: NormalizedText): Squeezed {
  const units = new Uint16Array(text.length);
  const positions = new Int32Array(text.length);
  const kinds = text.kinds;
  const from = text.units;
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    if ((kinds[i] as number) >= mark) continue;
    units[length] = from[i] as number;
    positions[length] = i;
    length += 1;
  }
  return { units, positions, length };
}

/**
 * Whether [from, to) is a separate word: at each end is the edge of the text, a separator, or a change of script between Chinese
 * and letters or digits (买viagra吧 contains viagra). There is never a boundary between two Chinese characters.
 */
export function isBounded(text: NormalizedText, from: number, to: number): boolean {
  return !isOneWord(text, from - 1) && !isOneWord(text, to - 1);
}

/** Whether [from, to) is delimited on at least one side by a separator or the edge of the text. */
export function isFree(text: NormalizedText, from: number, to: number): boolean {
  const isFreeBefore = from === 0 || (text.kinds[from - 1] as number) >= mark;
  return isFreeBefore || to === text.length || (text.kinds[to] as number) >= mark;
}

/** Maximum length of a word that is searched with separators in it, in units. */
const maxSpacedLength = 32;
/** Maximum length of a gap, in units. */
export const longestGap = 8;

interface Gaps {
  /** Number of characters of the word. */
  characters: number;
  count: number;
  /** The strongest separator between two letters or digits, and in any other gap; 0 when there is none. */
  betweenLetters: number;
  betweenOthers: number;
  /** The word consists of seven or more digits and nothing else. */
  isLongNumber: boolean;
}

/** Returns null when a gap is too long. */
function measureGaps(text: NormalizedText, squeezed: Squeezed, first: number, last: number): Gaps | null {
  const gaps: Gaps = { characters: 1, count: 0, betweenLetters: 0, betweenOthers: 0, isLongNumber: false };
  let digits = isDigit(squeezed.units[first] as number) ? 1 : 0;
  for (let i = first + 1; i <= last; i += 1) {
    const unit = squeezed.units[i] as number;
    if (isDigit(unit)) digits += 1;
    if (!isLowSurrogate(unit)) gaps.characters += 1;
    const before = squeezed.positions[i - 1] as number;
    const after = squeezed.positions[i] as number;
    if (after - before === 1) continue;
    if (after - before - 1 > longestGap) return null;
    const strongest = strongestBetween(text, before + 1, after);
    gaps.count += 1;
    if (text.kinds[before] === letter && text.kinds[after] === letter) {
      gaps.betweenLetters = Math.max(gaps.betweenLetters, strongest);
    } else {
      gaps.betweenOthers = Math.max(gaps.betweenOthers, strongest);
    }
  }
  gaps.isLongNumber = digits >= 7 && digits === last - first + 1;
  return gaps;
}

/** Applies rule 3 to a word of two characters. */
function acceptsPair(text: NormalizedText, separator: number, from: number, to: number): boolean {
  return separator <= mark || (separator === join && isFree(text, from, to));
}

/** The strongest separator in [from, to). */
export function strongestBetween(text: NormalizedText, from: number, to: number): number {
  let strongest = 0;
  for (let i = from; i < to; i += 1) strongest = Math.max(strongest, text.kinds[i] as number);
  return strongest;
}

/** A letter or digit at either end of a spaced word must not continue outside it. */
export function endsBounded(text: NormalizedText, from: number, to: number): boolean {
  if (text.kinds[from] === letter && isOneWord(text, from - 1)) return false;
  return text.kinds[to - 1] !== letter || !isOneWord(text, to - 1);
}

/** Whether the units at `at` and `at + 1` belong to one word. */
function isOneWord(text: NormalizedText, at: number): boolean {
  if (at < 0 || at + 1 >= text.length) return false;
  const kind = text.kinds[at] as number;
  return kind < mark && kind === text.kinds[at + 1];
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

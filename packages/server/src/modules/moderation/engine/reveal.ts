import { cjk, letter } from '../../../platform/store/search/characters.ts';
import { foreignLookalikes, foreignZeros, radicals } from '../../../platform/store/search/confusables.ts';
import type { Normalize, NormalizedText } from '../../../platform/store/search/normalize.ts';
import { withoutMarkup } from './markup.ts';

/** What may stand for something else; 0 for what never does. */
const sort = { lookalike: 1, foreignDigit: 2, chineseDigit: 3, katakana: 4, radical: 5, flag: 6 } as const;
const sorts = new Uint8Array(0x10000);
const plainUnits = new Uint16Array(0x10000);

function enter(units: string, what: number, plainOf: (at: number) => number): void {
  for (let at = 0; at < units.length; at += 1) {
    sorts[units.charCodeAt(at)] = what;
    plainUnits[units.charCodeAt(at)] = plainOf(at);
  }
}

for (const [plain, like] of Object.entries(foreignLookalikes)) enter(like, sort.lookalike, () => plain.charCodeAt(0));
for (const zero of foreignZeros) {
  const digits = Array.from({ length: 10 }, (_, value) => String.fromCharCode(zero.charCodeAt(0) + value));
  enter(digits.join(''), sort.foreignDigit, (value) => 0x30 + value);
}
for (const digits of ['〇一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖'])
  enter(digits, sort.chineseDigit, (value) => 0x30 + value);
for (let at = 0; at + 1 < radicals.length; at += 2)
  enter(radicals.charAt(at), sort.radical, () => radicals.charCodeAt(at + 1));
/** Katakana that have a hiragana, so many code points before it. */
const [firstKatakana, lastKatakana, toHiragana] = [0x30a1, 0x30f6, 0x60];
for (let unit = firstKatakana; unit <= lastKatakana; unit += 1)
  enter(String.fromCharCode(unit), sort.katakana, () => unit - toHiragana);
/** The first half of the letters that flags are spelled with, and the second half of `a`. */
const [flagHalf, flagA, flagLetters] = [0xd83c, 0xdde6, 26];
sorts[flagHalf] = sort.flag;

export interface RevealOptions {
  /** A word of the list: letters that all look Latin are its own then, for сор is a word of Russian. */
  readonly isWord?: boolean;
}

/**
 * Reads a text once more as a person sees it: letters of other scripts that look Latin, digits of other scripts or in
 * Chinese, katakana as hiragana, flags that spell a word, and without the markup inside words. null when that is nothing
 * else than `view`, as it is for nearly all text. What may be meant as it stands is left alone:
 *
 * - Letters that look Latin are read so among Latin letters, or if no letter of their script in the text looks otherwise.
 * - Chinese digits are read as digits from three in a row, or two next to a letter or digit (`加v一二`, not 一一 nor 三P).
 * - Flags are read as letters one by one or from three in a row; two letters are a flag.
 */
export function reveal(
  text: string,
  view: NormalizedText,
  normalize: Normalize,
  { isWord = false }: RevealOptions = {},
): NormalizedText | null {
  const plain = withoutMarkup(text, normalize);
  const base = plain ?? view;
  if (!isSuspicious(base)) return plain;
  const revealed = new Revealing(base, isWord);
  return revealed.isChanged ? revealed : plain;
}

function isSuspicious({ units, length }: NormalizedText): boolean {
  for (let at = 0; at < length; at += 1) if (sorts[units[at] as number] !== 0) return true;
  return false;
}

const isLatin = (unit: number) => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);

class Revealing implements NormalizedText {
  readonly units: Uint16Array;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  length = 0;
  isChanged = false;
  readonly #base: NormalizedText;

  constructor(base: NormalizedText, isWord: boolean) {
    this.units = new Uint16Array(base.length);
    this.kinds = new Uint8Array(base.length);
    this.starts = new Int32Array(base.length);
    this.ends = new Int32Array(base.length);
    this.#base = base;
    const honest = isWord ? null : honestScripts(base);
    for (let at = 0; at < base.length; ) {
      const unit = base.units[at] as number;
      if (base.kinds[at] === letter) at = this.#readLetters(at, honest);
      else if (sorts[unit] === sort.chineseDigit) at = this.#readChineseDigits(at);
      else if (this.#isFlagLetter(at)) at = this.#readFlags(at);
      else {
        const isPlain = sorts[unit] !== sort.katakana && sorts[unit] !== sort.radical;
        this.#push(
          at,
          at + 1,
          isPlain ? unit : (plainUnits[unit] as number),
          isPlain ? (base.kinds[at] as number) : cjk,
        );
        at += 1;
      }
    }
  }

  /** A run of letters and digits: all look-alikes in it are read as Latin, or none is. */
  #readLetters(from: number, honest: ReadonlySet<number> | null): number {
    const { units } = this.#base;
    const to = this.#endOfRun(from, (at) => this.#base.kinds[at] === letter);
    let [hasLatin, isPossible, isHonest] = [false, true, honest === null];
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      if (isLatin(unit)) hasLatin ||= unit >= 0x61;
      else if (sorts[unit] === sort.lookalike) isHonest ||= honest?.has(unit >> 8) === true;
      else if (sorts[unit] !== sort.foreignDigit) isPossible = false;
    }
    const isRead = isPossible && (hasLatin || !isHonest);
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      const isFolded = sorts[unit] === sort.foreignDigit || (isRead && sorts[unit] === sort.lookalike);
      this.#push(at, at + 1, isFolded ? (plainUnits[unit] as number) : unit, letter);
    }
    return to;
  }

  #readChineseDigits(from: number): number {
    const { units, kinds, length } = this.#base;
    const to = this.#endOfRun(from, (at) => sorts[units[at] as number] === sort.chineseDigit);
    const isBeside = (from > 0 && kinds[from - 1] === letter) || (to < length && kinds[to] === letter);
    const isRead = to - from >= 3 || (to - from === 2 && isBeside);
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      this.#push(at, at + 1, isRead ? (plainUnits[unit] as number) : unit, isRead ? letter : cjk);
    }
    return to;
  }

  #isFlagLetter(at: number): boolean {
    const { units, length } = this.#base;
    const place = (units[at + 1] as number) - flagA;
    return units[at] === flagHalf && at + 1 < length && place >= 0 && place < flagLetters;
  }

  #readFlags(from: number): number {
    let to = from;
    while (to < this.#base.length && this.#isFlagLetter(to)) to += 2;
    const isFlag = to - from === 4;
    for (let at = from; at < to; at += 2) {
      const unit = this.#base.units[at + 1] as number;
      if (!isFlag) this.#push(at, at + 2, 0x61 + unit - flagA, letter);
      else for (let half = at; half < at + 2; half += 1) this.#copy(half);
    }
    return to;
  }

  #endOfRun(from: number, belongs: (at: number) => boolean): number {
    let to = from;
    while (to < this.#base.length && belongs(to)) to += 1;
    return to;
  }

  #copy(at: number): void {
    this.#push(at, at + 1, this.#base.units[at] as number, this.#base.kinds[at] as number);
  }

  #push(from: number, to: number, unit: number, kind: number): void {
    const { units, starts, ends } = this.#base;
    if (unit !== units[from]) this.isChanged = true;
    this.units[this.length] = unit;
    this.kinds[this.length] = kind;
    this.starts[this.length] = starts[from] as number;
    this.ends[this.length] = ends[to - 1] as number;
    this.length += 1;
  }
}

/** Blocks of 256 characters in which the text has a letter that looks like no Latin one. */
function honestScripts({ units, kinds, length }: NormalizedText): Set<number> {
  const blocks = new Set<number>();
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    if (kinds[at] === letter && unit > 0x7f && sorts[unit] === 0) blocks.add(unit >> 8);
  }
  return blocks;
}

/** The units of `view` that a stretch of the original text, given by its ends, was read as. */
export function unitsWithin(view: NormalizedText, start: number, end: number): { from: number; to: number } {
  const from = firstPast(view.ends, view.length, start);
  let to = firstPast(view.starts, view.length, end - 1);
  if (to <= from) to = from + 1;
  return { from, to };
}

/** The first place whose value is above a bound; values never fall. */
function firstPast(values: Int32Array, length: number, bound: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

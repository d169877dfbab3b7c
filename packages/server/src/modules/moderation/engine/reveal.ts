import { cjk, letter } from '../../../platform/store/search/characters.ts';
import { foreignLookalikes, foreignZeros, radicals } from '../../../platform/store/search/confusables.ts';
import type { Normalize, NormalizedText } from '../../../platform/store/search/normalize.ts';

/** Kinds of characters that may be read as another character; 0 for all others. */
const revealKind = { lookalike: 1, foreignDigit: 2, chineseDigit: 3, katakana: 4, radical: 5, flag: 6 } as const;
const revealKinds = new Uint8Array(0x10000);
const plainUnits = new Uint16Array(0x10000);

function register(units: string, kind: number, plainOf: (at: number) => number): void {
  for (let at = 0; at < units.length; at += 1) {
    revealKinds[units.charCodeAt(at)] = kind;
    plainUnits[units.charCodeAt(at)] = plainOf(at);
  }
}

for (const [plain, lookalikes] of Object.entries(foreignLookalikes))
  register(lookalikes, revealKind.lookalike, () => plain.charCodeAt(0));
for (const zero of foreignZeros) {
  const digits = Array.from({ length: 10 }, (_, value) => String.fromCharCode(zero.charCodeAt(0) + value));
  register(digits.join(''), revealKind.foreignDigit, (value) => 0x30 + value);
}
for (const digits of ['〇一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖'])
  register(digits, revealKind.chineseDigit, (value) => 0x30 + value);
for (let at = 0; at + 1 < radicals.length; at += 2)
  register(radicals.charAt(at), revealKind.radical, () => radicals.charCodeAt(at + 1));
/** Katakana with a hiragana counterpart, which is `toHiragana` code points lower. */
const [firstKatakana, lastKatakana, toHiragana] = [0x30a1, 0x30f6, 0x60];
for (let unit = firstKatakana; unit <= lastKatakana; unit += 1)
  register(String.fromCharCode(unit), revealKind.katakana, () => unit - toHiragana);
/** The high surrogate of regional indicator letters, the low surrogate of the one for `a`, and the number of letters. */
const [flagHalf, flagA, flagLetters] = [0xd83c, 0xdde6, 26];
revealKinds[flagHalf] = revealKind.flag;

interface RevealOptions {
  /** The text is a word of the list. Letters that look Latin then always belong to their own script: сор is a Russian word. */
  readonly isWord?: boolean;
}

/**
 * Reads a text again as a person sees it: look-alike letters of other scripts as Latin, digits of other scripts and Chinese
 * digits as digits, katakana as hiragana, regional indicators that spell a word as letters, and words without the markup inside
 * them. Returns null when the result equals `view`, as for nearly all text. Text that may be meant as written is not changed:
 *
 * - Look-alike letters are read as Latin next to Latin letters, or if no letter of their script in the text looks different from
 *   all Latin letters.
 * - Chinese digits are read as digits from three in a row, or two next to a letter or digit (`加v一二`, not 一一 nor 三P).
 * - Regional indicators are read as letters if single or from three in a row; two of them are a flag.
 */
export function reveal(
  text: string,
  view: NormalizedText,
  normalize: Normalize,
  { isWord = false }: RevealOptions = {},
): NormalizedText | null {
  const plain = omitMarkup(text, normalize);
  const base = plain ?? view;
  if (!isSuspicious(base)) return plain;
  const revealed = new RevealedText(base, isWord);
  return revealed.isChanged ? revealed : plain;
}

function isSuspicious({ units, length }: NormalizedText): boolean {
  for (let at = 0; at < length; at += 1) if (revealKinds[units[at] as number] !== 0) return true;
  return false;
}

const isLatin = (unit: number) => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);

class RevealedText implements NormalizedText {
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
    const ownScripts = isWord ? null : findOwnScripts(base);
    for (let at = 0; at < base.length; ) {
      const unit = base.units[at] as number;
      if (base.kinds[at] === letter) at = this.#readLetters(at, ownScripts);
      else if (revealKinds[unit] === revealKind.chineseDigit) at = this.#readChineseDigits(at);
      else if (this.#isFlagLetter(at)) at = this.#readFlags(at);
      else {
        const isPlain = revealKinds[unit] !== revealKind.katakana && revealKinds[unit] !== revealKind.radical;
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

  /** Reads a run of letters and digits: either all look-alikes in it are read as Latin, or none. */
  #readLetters(from: number, ownScripts: ReadonlySet<number> | null): number {
    const { units } = this.#base;
    const to = this.#endOfRun(from, (at) => this.#base.kinds[at] === letter);
    let [hasLatin, isPossible, isOwnScript] = [false, true, ownScripts === null];
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      if (isLatin(unit)) hasLatin ||= unit >= 0x61;
      else if (revealKinds[unit] === revealKind.lookalike) isOwnScript ||= ownScripts?.has(unit >> 8) === true;
      else if (revealKinds[unit] !== revealKind.foreignDigit) isPossible = false;
    }
    const isReplaced = isPossible && (hasLatin || !isOwnScript);
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      const isFolded =
        revealKinds[unit] === revealKind.foreignDigit || (isReplaced && revealKinds[unit] === revealKind.lookalike);
      this.#push(at, at + 1, isFolded ? (plainUnits[unit] as number) : unit, letter);
    }
    return to;
  }

  #readChineseDigits(from: number): number {
    const { units, kinds, length } = this.#base;
    const to = this.#endOfRun(from, (at) => revealKinds[units[at] as number] === revealKind.chineseDigit);
    const isNextToLetter = (from > 0 && kinds[from - 1] === letter) || (to < length && kinds[to] === letter);
    const isReplaced = to - from >= 3 || (to - from === 2 && isNextToLetter);
    for (let at = from; at < to; at += 1) {
      const unit = units[at] as number;
      this.#push(at, at + 1, isReplaced ? (plainUnits[unit] as number) : unit, isReplaced ? letter : cjk);
    }
    return to;
  }

  #isFlagLetter(at: number): boolean {
    const { units, length } = this.#base;
    const offset = (units[at + 1] as number) - flagA;
    return units[at] === flagHalf && at + 1 < length && offset >= 0 && offset < flagLetters;
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

  #endOfRun(from: number, isInRun: (at: number) => boolean): number {
    let to = from;
    while (to < this.#base.length && isInRun(to)) to += 1;
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

/** Returns the blocks of 256 characters in which the text has a letter that does not look like a Latin one. */
function findOwnScripts({ units, kinds, length }: NormalizedText): Set<number> {
  const blocks = new Set<number>();
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    if (kinds[at] === letter && unit > 0x7f && revealKinds[unit] === 0) blocks.add(unit >> 8);
  }
  return blocks;
}

/** Returns the units of `view` that cover the range [start, end) of the original text. */
export function unitsWithin(view: NormalizedText, start: number, end: number): { from: number; to: number } {
  const from = findFirstAbove(view.ends, view.length, start);
  let to = findFirstAbove(view.starts, view.length, end - 1);
  if (to <= from) to = from + 1;
  return { from, to };
}

/** Returns the first index whose value is above `bound`; the values are in ascending order. */
function findFirstAbove(values: Int32Array, length: number, bound: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Inline elements: a word continues across their tags. Block elements end a line. */
const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const blockElements = new Set(
  'article blockquote body br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 head header hr html img li main nav ol p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  lrm: '',
  rlm: '',
};
const attributes = /(?:\s+[\w:-]{1,30}\s*=\s*(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'|[^\s"'<>]{1,200})){0,8}/;
const markup = new RegExp(
  `<!--[\\s\\S]{0,200}?-->|</?([a-z][a-z0-9]{0,9})${attributes.source}\\s{0,5}/?>|&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8})(?=;));?`,
  'gi',
);
const accented = /^([a-z])(?:acute|grave|circ|uml|tilde|ring|cedil|slash|caron)$/i;

/** Returns the replacement for a piece of markup, or null when it is not markup. */
function plainOf(match: RegExpMatchArray): string | null {
  const [written, tag, decimal, hex, name] = match;
  if (written.startsWith('<!--')) return '';
  if (tag !== undefined) {
    if (inlineElements.has(tag.toLowerCase())) return '';
    return blockElements.has(tag.toLowerCase()) ? '\n' : null;
  }
  if (name !== undefined) return namedCharacters[name] ?? accented.exec(name)?.[1] ?? null;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff && (code & 0xfff800) !== 0xd800 ? String.fromCodePoint(code) : null;
}

/**
 * Reads a text without its tags and with its character references resolved, as a browser displays it. Positions are those of the
 * original text. Returns null when the text has no markup.
 */
function omitMarkup(text: string, normalize: Normalize): NormalizedText | null {
  if (!text.includes('<') && !text.includes('&')) return null;
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let copied = 0;
  const copyTo = (to: number) => {
    plain += text.slice(copied, to);
    for (let at = copied; at < to; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const match of text.matchAll(markup)) {
    const replacement = plainOf(match);
    if (replacement === null) continue;
    copyTo(match.index);
    copied = match.index + match[0].length;
    plain += replacement;
    for (let at = 0; at < replacement.length; at += 1) {
      starts.push(match.index);
      ends.push(copied);
    }
  }
  if (copied === 0) return null;
  copyTo(text.length);
  const view = normalize(plain);
  for (let at = 0; at < view.length; at += 1) {
    view.starts[at] = starts[view.starts[at] as number] as number;
    view.ends[at] = ends[(view.ends[at] as number) - 1] as number;
  }
  return view;
}

import { setImmediate as afterOthers } from 'node:timers/promises';
import { latinLookalikes } from './confusables.ts';

/**
 * What a character is to moderation. Content comes first, so that `kind < mark` reads "part of a word"; the three
 * separators are ordered by how much a person could mean by them (see `spacing.ts`).
 */
/** Han, kana, hangul, bopomofo, yi: scripts written without spaces. */
export const cjk = 1;
/** Any other letter, digit or mark. */
export const letter = 2;
/** A sign that separates nothing in ordinary text: `* _ ^ § ■ ★`, and whatever else has no reading. */
export const mark = 3;
/** White space within a line, emoji, and signs that join or list: `- . | + = & ~ / \ # @ < > ·`. */
export const join = 4;
/** Where a clause ends: sentence punctuation, quotes, brackets, dashes, a line break. */
export const stop = 5;

const stops = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pd},;:!?'"¡¿、。՝،؛؟।॥\u{fffd}]/u;
const joins =
  /[\s.|+=&~/\\#@<>\u{b7}\u{2022}\u{2027}\u{2219}\u{22c5}\u{30fb}\p{Sm}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const cjkScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u{30fc}]/u;
const content = /[\p{L}\p{N}\p{M}]/u;
const lineBreak = /[\n\v\f\r\u{85}\u{2028}\u{2029}]/u;
const blank = /[\s\u{85}\u{2800}]/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u{fff9}-\u{fffb}]/u;
const clinging = /\p{Variation_Selector}|\u{200d}|\u{34f}|[\u{e0020}-\u{e007f}]/u;
const follower = /^[\p{M}\u{1160}-\u{11ff}\u{d7b0}-\u{d7fb}]/u;
const looseMarks = /[\u{300}-\u{36f}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}]+/gu;
const accentedLatin = /([a-z])\p{M}+/gu;
const lookalikes = new Map(
  Object.entries(latinLookalikes).flatMap(([plain, like]) => [...like].map((character) => [character, plain] as const)),
);
/** Stretches an Arabic word and says nothing. */
const tatweel = '\u{640}';
const loneSurrogate = /^\p{Cs}$/u;

/** The kind (`cjk` to `stop`) of one folded character. */
export function getCharacterKind(character: string): number {
  if (content.test(character)) return cjkScripts.test(character) ? cjk : letter;
  if (character === '-') return join;
  if (stops.test(character)) return stop;
  return joins.test(character) ? join : mark;
}

export type InputKind = 'content' | 'blank' | 'lineBreak' | 'invisible' | 'clinging' | 'follower';

/**
 * What the reader of a text does with a character before folding it: `invisible` and `clinging` ones are dropped (a
 * clinging one, such as a variation selector, belongs to the character before it), a `follower` (combining mark, jamo
 * that completes a syllable) is folded together with what precedes it.
 */
export function getInputKind(character: string): InputKind {
  if (blank.test(character)) return lineBreak.test(character) ? 'lineBreak' : 'blank';
  if (clinging.test(character)) return 'clinging';
  if (invisible.test(character)) return 'invisible';
  return follower.test(character.normalize('NFKC')) ? 'follower' : 'content';
}

/**
 * Folds one character with its followers: NFKC, case, accents of Latin letters and variants of them such as small
 * capitals, stray combining marks, letters in colored discs and squares, and traditional to simplified Chinese. May
 * answer several characters or none.
 */
export function foldCluster(cluster: string, hanVariants: ReadonlyMap<string, string>): string {
  let folded = caseFold(uncovered(cluster));
  folded = folded.normalize('NFD').replace(accentedLatin, '$1').normalize('NFC');
  folded = folded.replace(looseMarks, '').normalize('NFC');
  let result = '';
  for (const character of folded) {
    if (loneSurrogate.test(character)) result += '\u{fffd}';
    else if (character !== tatweel && !invisible.test(character))
      result += lookalikes.get(character) ?? hanVariants.get(character) ?? character;
  }
  return result;
}

/** Full case folding by way of upper case (ß is ss, ς is σ), repeated with NFKC until nothing changes. */
function caseFold(text: string): string {
  let folded = text;
  for (let round = 0; round < 4; round += 1) {
    const next = folded.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

/** White letters on black discs and squares (U+1F150 to U+1F189), which NFKC leaves alone, as plain letters. */
function uncovered(cluster: string): string {
  const code = cluster.codePointAt(0) ?? 0;
  const isDisc = code >= 0x1f150 && code <= 0x1f169;
  const isSquare = code >= 0x1f170 && code <= 0x1f189;
  if (!isDisc && !isSquare) return cluster;
  const base = isDisc ? 0x1f150 : 0x1f170;
  return String.fromCharCode(0x61 + code - base) + cluster.slice(2);
}

/** Work that can stop between any two of its steps; a step takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does steps for `sliceMs` at a time and lets the event loop run between the slices. */
export async function runInSlices<Result>(steps: Steps<Result>, sliceMs = 10): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await afterOthers();
  }
}

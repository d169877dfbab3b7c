import { setImmediate as afterOthers } from 'node:timers/promises';
import { latinLookalikes } from './confusables.ts';

/**
 * Kinds of characters for moderation. Content comes first, so that `kind < mark` means "part of a word"; the three separators are
 * ordered by how likely they separate words (see `spacing.ts`).
 */
/** Han, kana, hangul, bopomofo, yi: scripts written without spaces. */
export const cjk = 1;
/** Any other letter, digit or mark. */
export const letter = 2;
/** A character that separates nothing in ordinary text: `* _ ^ § ■ ★`, and others without a reading. */
export const mark = 3;
/** White space within a line, emoji, and characters that join or list: `- . | + = & ~ / \\ # @ < > ·`. */
export const join = 4;
/** The end of a clause: punctuation, quotes, brackets, dashes, a line break. */
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
/** Stretches an Arabic word and has no meaning. */
const tatweel = '\u{640}';
const loneSurrogate = /^\p{Cs}$/u;

/** Returns the kind (`cjk` to `stop`) of a folded character. */
export function getCharacterKind(character: string): number {
  if (content.test(character)) return cjkScripts.test(character) ? cjk : letter;
  if (character === '-') return join;
  if (stops.test(character)) return stop;
  return joins.test(character) ? join : mark;
}

export type InputKind = 'content' | 'blank' | 'lineBreak' | 'invisible' | 'clinging' | 'follower';

/**
 * Returns how a character is read before folding. `invisible` and `clinging` characters are dropped (a clinging one, such as a
 * variation selector, belongs to the previous character). A `follower` (combining mark, jamo that completes a syllable) is folded
 * together with the previous character.
 */
export function getInputKind(character: string): InputKind {
  if (blank.test(character)) return lineBreak.test(character) ? 'lineBreak' : 'blank';
  if (clinging.test(character)) return 'clinging';
  if (invisible.test(character)) return 'invisible';
  return follower.test(character.normalize('NFKC')) ? 'follower' : 'content';
}

/**
 * Folds a character with its followers: NFKC, case, accents and variants of Latin letters such as small capitals, stray combining
 * marks, letters in colored discs and squares, and traditional to simplified Chinese. May return several characters or none.
 */
export function foldCluster(cluster: string, hanVariants: ReadonlyMap<string, string>): string {
  let folded = foldCase(plainLetter(cluster));
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

/** Folds case through upper case (ß is ss, ς is σ), repeated with NFKC until nothing changes. */
function foldCase(text: string): string {
  let folded = text;
  for (let round = 0; round < 4; round += 1) {
    const next = folded.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

/** Converts white letters on black discs and squares (U+1F150 to U+1F189), which NFKC does not change, to plain letters. */
function plainLetter(cluster: string): string {
  const code = cluster.codePointAt(0) ?? 0;
  const isDisc = code >= 0x1f150 && code <= 0x1f169;
  const isSquare = code >= 0x1f170 && code <= 0x1f189;
  if (!isDisc && !isSquare) return cluster;
  const base = isDisc ? 0x1f150 : 0x1f170;
  return String.fromCharCode(0x61 + code - base) + cluster.slice(2);
}

/** Work in steps of at most a few milliseconds, which can be paused between them. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without a pause. */
export function runWithoutPause<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs steps for `sliceMs` at a time, and lets the event loop run in between. */
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

import type { PinyinReadings } from './pinyin-readings.ts';

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
 * the normalised form. null when it cannot be read as pinyin.
 */
export function parsePinyin(normalised: string, readings: PinyinReadings): PinyinWord | null {
  const parts = normalised.replace(/([a-z])[1-5]/g, '$1 ').match(runs) ?? [];
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

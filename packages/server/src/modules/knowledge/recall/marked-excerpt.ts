import { fold } from '../../../platform/store/search/fold.ts';

export interface Excerpt {
  readonly text: string;
  /** Where words of the question stand in it: from and to, in UTF-16 units, in order and apart. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Characters of an excerpt, and of what stands before its first mark. */
const longest = 400;
const before = 60;
const maxMarks = 100;

/** A text in which the words can be looked for and found at the same places. */
function searchable(text: string): string {
  const folded = fold(text);
  if (folded.length === text.length) return folded;
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function getPositions(text: string, words: readonly string[]): [number, number][] {
  const positions: [number, number][] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0 && positions.length < 10 * maxMarks; at = text.indexOf(word, at + 1)) {
      positions.push([at, at + word.length]);
    }
  }
  return positions.sort(([one], [other]) => one - other);
}

/** Stretches that touch become one, as pairs of a longer word do. */
function joined(positions: readonly [number, number][]): [number, number][] {
  const made: [number, number][] = [];
  for (const [from, to] of positions) {
    const last = made.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else made.push([from, to]);
  }
  return made;
}

/** Never between the halves of a character. */
const full = (text: string, at: number) => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** A part of a text around the first words of the question in it. */
export function createMarkedExcerpt(text: string, words: readonly string[]): Excerpt {
  const all = joined(getPositions(searchable(text), words.filter(Boolean)));
  const first = all[0]?.[0] ?? 0;
  const from = text.length <= longest ? 0 : full(text, Math.max(0, Math.min(first - before, text.length - longest)));
  const to = full(text, Math.min(text.length, from + longest));
  const marks = all
    .filter(([start, end]) => start >= from && end <= to)
    .slice(0, maxMarks)
    .map(([start, end]) => [start - from, end - from] as const);
  return { text: text.slice(from, to), marks };
}

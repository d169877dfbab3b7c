import { fold } from '../../../platform/store/search/words.ts';
import type { Found } from './recall-chunks.ts';

interface Excerpt {
  readonly text: string;
  /** Ranges of question words in the excerpt, in UTF-16 units, sorted and without overlap. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Maximum characters of an excerpt, and characters before its first mark. */
const longest = 400;
const before = 60;
const maxMarks = 100;

/** Folds a text for search without changing positions. */
function toSearchable(text: string): string {
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

/** Merges overlapping and adjacent ranges, such as those of the pairs of a longer word. */
function mergeRanges(positions: readonly [number, number][]): [number, number][] {
  const made: [number, number][] = [];
  for (const [from, to] of positions) {
    const last = made.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else made.push([from, to]);
  }
  return made;
}

/** Moves a position out of the middle of a surrogate pair. */
const full = (text: string, at: number) => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** Creates an excerpt of a text around the first words of the question. */
export function createMarkedExcerpt(text: string, words: readonly string[]): Excerpt {
  const all = mergeRanges(getPositions(toSearchable(text), words.filter(Boolean)));
  const first = all[0]?.[0] ?? 0;
  const from = text.length <= longest ? 0 : full(text, Math.max(0, Math.min(first - before, text.length - longest)));
  const to = full(text, Math.min(text.length, from + longest));
  const marks = all
    .filter(([start, end]) => start >= from && end <= to)
    .slice(0, maxMarks)
    .map(([start, end]) => [start - from, end - from] as const);
  return { text: text.slice(from, to), marks };
}

/** A found chunk as presented by the API and the console. Scores are from 0 to 1. */
export interface ShownHit {
  readonly rank: number;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  readonly rerankScore: number | null;
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
  readonly chunkId: number;
  readonly docId: number;
  readonly docName: string;
  readonly seq: number;
  readonly title: string;
  readonly excerpt: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** Rounds a score to four digits, more than its precision. */
const roundScore = (score: number) => Math.round(score * 10_000) / 10_000;
const roundOrNull = (score: number | null) => (score === null ? null : roundScore(score));

/** Creates the excerpt of the content, or of the answer when the content is a question. */
function getExcerpt({ row, words }: Found) {
  const content = row.content;
  return createMarkedExcerpt(typeof row.answer === 'string' ? `${content}\n${row.answer}` : content, words);
}

export function presentHit(found: Found): ShownHit {
  const { row } = found;
  const { text, marks } = getExcerpt(found);
  return {
    rank: found.rank,
    score: roundScore(found.score),
    keywordScore: roundOrNull(found.keywordScore),
    vectorScore: roundOrNull(found.vectorScore),
    rerankScore: roundOrNull(found.rerankScore),
    keywordRank: found.keywordRank,
    vectorRank: found.vectorRank,
    chunkId: found.chunkId,
    docId: row.doc_id,
    docName: row.doc_name,
    seq: row.seq ?? 0,
    title: row.title ?? '',
    excerpt: text,
    marks,
  };
}

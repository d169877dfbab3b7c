import { fold } from '../../../platform/store/search/words.ts';
import type { Found } from './recall-chunks.ts';

interface Excerpt {
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

/** A chunk that was found, as every face shows it. Scores are from 0 to 1. */
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

/** Four digits are more than two searches agree on. */
const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
const orNull = (score: number | null) => (score === null ? null : rounded(score));

/** The content, or the answer to the question that stands as the content. */
function excerptOf({ row, words }: Found) {
  const content = row.content;
  return createMarkedExcerpt(typeof row.answer === 'string' ? `${content}\n${row.answer}` : content, words);
}

export function presentHit(found: Found): ShownHit {
  const { row } = found;
  const { text, marks } = excerptOf(found);
  return {
    rank: found.rank,
    score: rounded(found.score),
    keywordScore: orNull(found.keywordScore),
    vectorScore: orNull(found.vectorScore),
    rerankScore: orNull(found.rerankScore),
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

import { createMarkedExcerpt } from './marked-excerpt.ts';
import type { Found } from './recall-chunks.ts';

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
  const content = String(row.content);
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
    docId: Number(row.doc_id),
    docName: String(row.doc_name),
    seq: Number(row.seq ?? 0),
    title: String(row.title ?? ''),
    excerpt: text,
    marks,
  };
}

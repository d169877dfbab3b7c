/** A chunk that a search found, as the server shows it. Scores are from 0 to 1. */
export interface RecallHit {
  readonly rank: number;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  /** What a rerank model said; missing from searches of before there was one. */
  readonly rerankScore?: number | null;
  readonly chunkId: number;
  readonly docId: number;
  readonly docName?: string;
  readonly title?: string;
  readonly seq?: number;
  readonly excerpt?: string;
  readonly marks?: readonly (readonly [number, number])[];
  /** Of an earlier search: the chunk is there no more. */
  readonly isGone?: boolean;
}

export interface RecallSetting {
  readonly mode: string;
  readonly topK: number;
  readonly scoreMin: number;
  readonly vectorWeight: number;
  readonly latencyMs: number;
  readonly fusion: string | null;
  readonly rankConstant: number | null;
  readonly reranked: boolean;
  /** Why words alone were asked. */
  readonly degraded: string | null;
  /** Why the order is that of the fusion where a model should have ranked. */
  readonly notReranked: string | null;
}

export interface RecallAnswer extends RecallSetting {
  readonly recordId: number;
  readonly hits: readonly RecallHit[];
  readonly other?: RecallSetting;
  readonly otherHits?: readonly RecallHit[];
}

export interface TextRange {
  readonly from: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text cut where its marks start and end; marks are in order and apart. */
export function toRanges(text: string, marks: readonly (readonly [number, number])[]): TextRange[] {
  const ranges: TextRange[] = [];
  let at = 0;
  const add = (to: number, isMarked: boolean) => {
    if (to > at) ranges.push({ from: at, text: text.slice(at, to), isMarked });
    at = Math.max(at, to);
  };
  for (const [from, to] of marks) {
    add(from, false);
    add(to, true);
  }
  add(text.length, false);
  return ranges;
}

/** Places that a chunk gained against another search; null when that one did not find it. */
export function computeGain(hit: RecallHit, others: readonly RecallHit[] | null): number | null {
  const same = others?.find(({ chunkId }) => chunkId === hit.chunkId);
  return same ? same.rank - hit.rank : null;
}

/** A chunk in the search results. Scores are from 0 to 1. */
export interface RecallHit {
  readonly rank: number;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  /** Score of the rerank model; missing in searches before one was configured. */
  readonly rerankScore?: number | null;
  readonly chunkId: number;
  readonly docId: number;
  readonly docName?: string;
  readonly title?: string;
  readonly seq?: number;
  readonly excerpt?: string;
  readonly marks?: readonly (readonly [number, number])[];
  /** In an earlier search: whether the chunk was deleted since. */
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
  /** Why only the keyword search was used. */
  readonly degraded: string | null;
  /** Why the results have the fusion order instead of the rerank order. */
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

/** Splits a text where its marks start and end. Marks are sorted and do not overlap. */
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

/** Returns how many positions a chunk gained against another search; null when that search did not find it. */
export function computeGain(hit: RecallHit, others: readonly RecallHit[] | null): number | null {
  const same = others?.find(({ chunkId }) => chunkId === hit.chunkId);
  return same ? same.rank - hit.rank : null;
}

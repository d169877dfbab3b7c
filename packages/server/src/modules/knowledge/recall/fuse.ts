/** Scores of a chunk by search method. */
export interface Parts {
  readonly chunkId: number;
  /** 0 to 1; null without a keyword search. */
  readonly keywordScore: number | null;
  /** 0 to 1; null when the chunk has no vector or no vector search ran. */
  readonly vectorScore: number | null;
}

export interface Fused extends Parts {
  /** 0 to 1. */
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  /** Ranks by a single method, from 1; null when that method did not find the chunk. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
}

export const recallModes = ['hybrid', 'vector', 'keyword'] as const;
export type RecallMode = (typeof recallModes)[number];

export const fusions = ['weighted', 'reciprocal'] as const;
/** How a hybrid search combines both orders: by scores or by ranks. */
export type Fusion = (typeof fusions)[number];

export interface FuseRule {
  readonly mode: RecallMode;
  readonly fusion: Fusion;
  /** Weight of the vector score in a weighted score, 0 to 1. */
  readonly vectorWeight: number;
  /**
   * Constant of reciprocal-rank fusion, above 0. The larger it is, the less the first ranks dominate (60 in Cormack et al. 2009).
   */
  readonly rankConstant: number;
}

/** Returns the effective fusion settings of a rule. Settings without effect are null. */
export function getFusion({ mode, fusion, rankConstant }: FuseRule): {
  readonly fusion: Fusion | null;
  readonly rankConstant: number | null;
} {
  if (mode !== 'hybrid') return { fusion: null, rankConstant: null };
  return { fusion, rankConstant: fusion === 'reciprocal' ? rankConstant : null };
}

const clampScore = (score: number) => Math.min(1, Math.max(0, score));

/** Returns the weighted mean, so that a score is independent of other results. A missing score counts as 0. */
function scoreOf({ keywordScore, vectorScore }: Parts, { mode, vectorWeight }: FuseRule): number {
  const keyword = clampScore(keywordScore ?? 0);
  const vector = clampScore(vectorScore ?? 0);
  if (mode === 'keyword') return keyword;
  if (mode === 'vector') return vector;
  return clampScore(vectorWeight * vector + (1 - vectorWeight) * keyword);
}

type Score = (parts: Parts) => number | null;

/** Returns the ranks of the chunks that a method found. A chunk with score 0 is not found. */
function rankBy(all: readonly Parts[], score: Score): Map<number, number> {
  const found = all.filter((parts) => (score(parts) ?? 0) > 0);
  found.sort((one, other) => (score(other) ?? 0) - (score(one) ?? 0) || one.chunkId - other.chunkId);
  return new Map(found.map(({ chunkId }, at) => [chunkId, at + 1]));
}

/** Returns the sum of 1 / (k + rank) relative to the maximum: 1 is first in all orders. */
function getReciprocalScore(positions: readonly (number | undefined)[], constant: number): number {
  const sum = positions.reduce<number>((all, place) => all + (place === undefined ? 0 : 1 / (constant + place)), 0);
  return clampScore((sum * (constant + 1)) / positions.length);
}

/** Combines the results of two methods, the best first and ties by ID. Returns each chunk once and none with score 0. */
export function fuse(given: readonly Parts[], rule: FuseRule): Fused[] {
  const all = [...new Map(given.map((parts) => [parts.chunkId, parts])).values()];
  const keyword = rankBy(all, (parts) => parts.keywordScore);
  const vector = rankBy(all, (parts) => parts.vectorScore);
  const isByPlace = rule.mode === 'hybrid' && rule.fusion === 'reciprocal';
  const byPlace = ({ chunkId }: Parts) =>
    getReciprocalScore([keyword.get(chunkId), vector.get(chunkId)], rule.rankConstant);
  return all
    .map((parts) => ({ ...parts, score: isByPlace ? byPlace(parts) : scoreOf(parts, rule) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.chunkId - other.chunkId)
    .map((parts, at) => ({
      ...parts,
      rank: at + 1,
      keywordRank: keyword.get(parts.chunkId) ?? null,
      vectorRank: vector.get(parts.chunkId) ?? null,
    }));
}

/** How near a chunk is to a question, by each way of looking. */
export interface Parts {
  readonly chunkId: number;
  /** 0 to 1; null when words were not looked at. */
  readonly keywordScore: number | null;
  /** 0 to 1; null when there is no vector, or none was asked. */
  readonly vectorScore: number | null;
}

export interface Fused extends Parts {
  /** 0 to 1. */
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  /** Places in the order of one way alone, from 1; null where that way did not find it. */
  readonly keywordRank: number | null;
  readonly vectorRank: number | null;
}

export const recallModes = ['hybrid', 'vector', 'keyword'] as const;
export type RecallMode = (typeof recallModes)[number];

export const fusions = ['weighted', 'reciprocal'] as const;
/** How a hybrid search puts both orders together: by their scores, or by their places alone. */
export type Fusion = (typeof fusions)[number];

export interface FuseRule {
  readonly mode: RecallMode;
  readonly fusion: Fusion;
  /** 0 to 1: the share of the vectors in a weighted score. */
  readonly vectorWeight: number;
  /** The constant of reciprocal-rank fusion, over 0: the larger, the less the first places count (60 in Cormack et al. 2009). */
  readonly rankConstant: number;
}

/** What of a rule decides how both orders are put together; null what does not. */
export function getFusion({ mode, fusion, rankConstant }: FuseRule): {
  readonly fusion: Fusion | null;
  readonly rankConstant: number | null;
} {
  if (mode !== 'hybrid') return { fusion: null, rankConstant: null };
  return { fusion, rankConstant: fusion === 'reciprocal' ? rankConstant : null };
}

const within = (score: number) => Math.min(1, Math.max(0, score));

/** A weighted mean, so that a score means the same whatever else was found; a chunk without a vector has its words alone. */
function scoreOf({ keywordScore, vectorScore }: Parts, { mode, vectorWeight }: FuseRule): number {
  const keyword = within(keywordScore ?? 0);
  const vector = within(vectorScore ?? 0);
  if (mode === 'keyword') return keyword;
  if (mode === 'vector') return vector;
  return within(vectorWeight * vector + (1 - vectorWeight) * keyword);
}

type Score = (parts: Parts) => number | null;

/** Ranks of those that a way found: a score of nothing is not found. */
function ranksBy(all: readonly Parts[], score: Score): Map<number, number> {
  const found = all.filter((parts) => (score(parts) ?? 0) > 0);
  found.sort((one, other) => (score(other) ?? 0) - (score(one) ?? 0) || one.chunkId - other.chunkId);
  return new Map(found.map(({ chunkId }, at) => [chunkId, at + 1]));
}

/** The sum of 1 / (k + place), as a share of what the first place in every order comes to: 1 is first in all of them. */
function reciprocalScore(positions: readonly (number | undefined)[], constant: number): number {
  const sum = positions.reduce<number>((all, place) => all + (place === undefined ? 0 : 1 / (constant + place)), 0);
  return within((sum * (constant + 1)) / positions.length);
}

/** Puts what two ways have found into one order, the best first; equals by id. Each chunk once, and none that scores nothing. */
export function fuse(given: readonly Parts[], rule: FuseRule): Fused[] {
  const all = [...new Map(given.map((parts) => [parts.chunkId, parts])).values()];
  const keyword = ranksBy(all, (parts) => parts.keywordScore);
  const vector = ranksBy(all, (parts) => parts.vectorScore);
  const isByPlace = rule.mode === 'hybrid' && rule.fusion === 'reciprocal';
  const byPlace = ({ chunkId }: Parts) =>
    reciprocalScore([keyword.get(chunkId), vector.get(chunkId)], rule.rankConstant);
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

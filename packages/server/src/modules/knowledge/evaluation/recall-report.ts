import type { Found } from '../recall/index.ts';

/** What one question came to. */
export interface Judged {
  readonly query: string;
  readonly expected: readonly string[];
  /** Those of them that were found. */
  readonly matched: readonly string[];
  /** Place of the first that was expected, from 1; null when none was found. */
  readonly rank: number | null;
  readonly got: readonly number[];
}

/** An expected result of a question: the number of a chunk, or the name of a document. */
export const byNumberOrName = (one: string, { chunkId, row }: Found): boolean =>
  String(chunkId) === one || row.doc_name.toLowerCase() === one.toLowerCase();

/** Is a chunk what was expected: by its number, or by the name of its document? */
export function judge(
  { query, expected }: Pick<Judged, 'query' | 'expected'>,
  found: readonly Found[],
  matches: (one: string, hit: Found) => boolean,
): Judged {
  const matched = expected.filter((one) => found.some((hit) => matches(one, hit)));
  const first = found.findIndex((hit) => expected.some((one) => matches(one, hit)));
  return { query, expected, matched, rank: first < 0 ? null : first + 1, got: found.map(({ chunkId }) => chunkId) };
}

export const isPass = ({ rank }: Judged) => rank !== null;

/** The share of what was expected that was found, in percent; null when nothing was expected. */
export function computeRecall({ expected, matched }: Pick<Judged, 'expected' | 'matched'>): number | null {
  return expected.length === 0 ? null : Math.round((100 * matched.length) / expected.length);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of those that are known, in whole percent; null when none is. */
export function computeMean(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : Math.round(mean(known));
}

/** Recall at k over all questions that expect something: the mean of each one's share; and the mean of 1 / rank. */
export function reportOn(judged: readonly Judged[]) {
  const known = judged.filter(({ expected }) => expected.length > 0);
  const recalls = known.map(({ expected, matched }) => matched.length / expected.length);
  const reciprocal = known.map(({ rank }) => (rank === null ? 0 : 1 / rank));
  return {
    questions: judged.length,
    passed: known.filter(isPass).length,
    recall: known.length === 0 ? null : Math.round(100 * mean(recalls)),
    reciprocalRank: known.length === 0 ? null : Math.round(1000 * mean(reciprocal)) / 1000,
    withoutHits: judged.filter(({ got }) => got.length === 0).length,
  };
}

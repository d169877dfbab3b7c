import type { Found } from '../recall/index.ts';

/** The evaluated result of one question. */
export interface Judged {
  readonly query: string;
  readonly expected: readonly string[];
  /** The expected results that were found. */
  readonly matched: readonly string[];
  /** Rank of the first expected result, from 1; null when none was found. */
  readonly rank: number | null;
  readonly got: readonly number[];
}

/** Whether a found chunk matches an expected chunk ID or document name. */
export const byNumberOrName = (one: string, { chunkId, row }: Found): boolean =>
  String(chunkId) === one || row.doc_name.toLowerCase() === one.toLowerCase();

/** Compares found chunks with the expected results of a question. */
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

/** Returns the percentage of expected results that were found; null when none were expected. */
export function computeRecall({ expected, matched }: Pick<Judged, 'expected' | 'matched'>): number | null {
  return expected.length === 0 ? null : Math.round((100 * matched.length) / expected.length);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean of the known values, rounded to an integer percentage; null when none is known. */
export function computeMean(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : Math.round(mean(known));
}

/** Computes mean recall at k and mean reciprocal rank over all questions with expected results. */
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

import type { Match } from './matches.ts';

/** Where allowed phrases stand in a text. */
export interface AllowedPhrases {
  /** The phrase, by its number, of an occurrence that the match lies wholly inside; null when there is none. */
  around(match: Match): number | null;
}

/** Takes the occurrences ordered by `from`; their `word` is the number of the phrase. */
export function createAllowedPhrases(occurrences: readonly Match[]): AllowedPhrases {
  /** For each place in the list, the occurrence up to it that reaches furthest. */
  const furthest: Match[] = [];
  for (const occurrence of occurrences) {
    const before = furthest.at(-1);
    furthest.push(before !== undefined && before.to >= occurrence.to ? before : occurrence);
  }
  return {
    around(match) {
      const candidate = furthest[lastStartingBy(occurrences, match.from)];
      return candidate !== undefined && candidate.to >= match.to ? candidate.word : null;
    },
  };
}

/** Index of the last occurrence that starts at `from` or before it; -1 when there is none. */
function lastStartingBy(occurrences: readonly Match[], from: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.from ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

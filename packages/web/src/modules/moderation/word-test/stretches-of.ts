import type { WordHit } from '@gantry/core';

/** A stretch of the text with the hits that lie over it; none for what nothing hit. */
export interface TextRange {
  readonly start: number;
  readonly text: string;
  readonly hits: readonly WordHit[];
}

/** The text cut where hits begin and end, so that each stretch is under the same hits. */
export function toRanges(text: string, hits: readonly WordHit[]): TextRange[] {
  const cuts = new Set([0, text.length]);
  for (const hit of hits) cuts.add(Math.min(hit.start, text.length)).add(Math.min(hit.end, text.length));
  const positions = [...cuts].sort((a, b) => a - b);
  return positions.slice(0, -1).map((start, at) => {
    const end = positions[at + 1] ?? text.length;
    return {
      start,
      text: text.slice(start, end),
      hits: hits.filter((hit) => hit.start <= start && hit.end >= end),
    };
  });
}

/** A word that was found; `start` and `end` are UTF-16 units of the text as it was typed, half-open. */
export interface Hit {
  readonly wordId: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly level: number;
  readonly action: string;
  readonly match: string;
  readonly allowed: boolean;
  readonly allowedBy?: string;
}

export interface TestAnswer {
  readonly action: 'pass' | 'block' | 'mask' | 'review' | 'warn';
  readonly text: string;
  readonly normalised: string;
  readonly hits: readonly Hit[];
  readonly hitCount: number;
  readonly latencyMs: number;
  readonly latencyUs?: number;
}

/** A stretch of the text with the hits that lie over it; none for what nothing hit. */
export interface Stretch {
  readonly start: number;
  readonly text: string;
  readonly hits: readonly Hit[];
}

/** The text cut where hits begin and end, so that each stretch is under the same hits. */
export function stretchesOf(text: string, hits: readonly Hit[]): Stretch[] {
  const cuts = new Set([0, text.length]);
  for (const hit of hits) cuts.add(Math.min(hit.start, text.length)).add(Math.min(hit.end, text.length));
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, at) => {
    const end = places[at + 1] ?? text.length;
    return {
      start,
      text: text.slice(start, end),
      hits: hits.filter((hit) => hit.start <= start && hit.end >= end),
    };
  });
}

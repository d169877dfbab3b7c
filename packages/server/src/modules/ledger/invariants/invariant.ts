import type { LocalizedText } from '@gantry/core';

/** A promise of the books as one query: rows that it gives break it. */
export interface Invariant {
  readonly no: number;
  readonly words: LocalizedText;
  /** Gives `id` and `detail` of rows that break the promise. One statement, so that it sees one moment; runs on both databases. */
  readonly broken: string;
}

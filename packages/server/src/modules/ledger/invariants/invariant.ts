import type { LocalizedText } from '@gantry/core';

/** An invariant of the ledger as one query that returns the violating rows. */
export interface Invariant {
  readonly no: number;
  readonly words: LocalizedText;
  /** Returns `id` and `detail` of violating rows. One statement, so that it reads one snapshot; runs on both databases. */
  readonly broken: string;
}

/** A word that was found; `start` and `end` are UTF-16 units of the text as it was given, half-open. */
export interface WordHit {
  /** 0 for a word that is tried and not saved. */
  readonly wordId: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly level: number;
  readonly action: string;
  readonly match: string;
  readonly allowed: boolean;
  /** The phrase that lets it through. */
  readonly allowedBy?: string;
}

/** What a text comes to, as `bannedWord/test` answers. */
export interface WordTestAnswer {
  readonly action: 'pass' | 'block' | 'mask' | 'review' | 'warn';
  /** With what is masked. */
  readonly text: string;
  readonly normalized: string;
  readonly hits: readonly WordHit[];
  readonly hitCount: number;
  /** Rounded ms. */
  readonly latencyMs: number;
  /** Rounded µs. */
  readonly latencyUs: number;
}

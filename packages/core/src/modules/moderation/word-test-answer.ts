/** A matched word. `start` and `end` are UTF-16 offsets in the original text; `end` is exclusive. */
export interface WordHit {
  /** 0 for a word that is tested and not saved. */
  readonly wordId: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly level: number;
  readonly action: string;
  readonly match: string;
  readonly allowed: boolean;
  /** The allowlist phrase that permits the match. */
  readonly allowedBy?: string;
}

/** Result of `bannedWord/test`. */
export interface WordTestAnswer {
  readonly action: 'pass' | 'block' | 'mask' | 'review' | 'warn';
  /** The text with masked matches. */
  readonly text: string;
  readonly normalized: string;
  readonly hits: readonly WordHit[];
  readonly hitCount: number;
  /** Rounded milliseconds. */
  readonly latencyMs: number;
  /** Rounded microseconds. */
  readonly latencyUs: number;
}

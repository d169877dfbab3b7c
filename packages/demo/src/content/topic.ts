/** A topic of conversations in one language. `{slot}` is replaced by a value that stays the same during a session. */
export interface Topic {
  readonly titles: readonly string[];
  readonly requests: readonly string[];
  readonly follows: readonly string[];
  readonly opens: readonly string[];
  readonly points: readonly string[];
  readonly closes: readonly string[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
}

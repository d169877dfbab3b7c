/** What people talk about, in one language. `{slot}` stands for a value that stays the same through a whole session. */
export interface Topic {
  readonly titles: readonly string[];
  readonly requests: readonly string[];
  readonly follows: readonly string[];
  readonly opens: readonly string[];
  readonly points: readonly string[];
  readonly closes: readonly string[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
}

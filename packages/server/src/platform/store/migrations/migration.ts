/**
 * A migration: SQL for both databases, each statement separate. Columns are `bigint`, `integer` or `text` (booleans are integers
 * 0 or 1, JSON is text, times are UTC ms). Differences are tokens:
 * `{id}` the primary key `id`, counting from 1; `{blob}` the type of bytes; `{nullsFirst}` after a nullable index column;
 * `{folded COLUMN}` its text without case and width;
 * and, as separate statements, `{appendOnly TABLE}` triggers that reject UPDATE and DELETE, `{keeps TABLE: COLUMN, COLUMN}`
 * replaces these by triggers that allow other columns to change, `{search TABLE}` the keyword index, `{searchView VIEW of TABLE}`
 * the keyword index of a view from that of its table, `{bulkSearch TABLE}` more memory for an index with bulk inserts.
 */
export interface Migration {
  /** For example `0003-sessions`: the number determines the order. Never renamed or edited once it has run anywhere. */
  readonly id: string;
  readonly statements: readonly string[];
}

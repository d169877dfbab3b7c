/**
 * One step of the schema: SQL that both databases run, each statement on its own. Columns are `bigint`, `integer` or `text`
 * (yes or no is an integer 0 or 1, JSON is text, times are UTC ms). What differs is a token:
 * `{id}` the primary key column `id`, counting from 1; `{blob}` the type of bytes; `{nullsFirst}` after an index column that may be empty;
 * `{folded COLUMN}` its text in no case and no width of its letters;
 * and, as whole statements, `{appendOnly TABLE}` triggers that reject UPDATE and DELETE, `{keeps TABLE: COLUMN, COLUMN}` in their
 * place some that let other columns change, `{search TABLE}` the keyword index,
 * `{searchView VIEW of TABLE}` the same of a view by that of its table,
 * `{bulkSearch TABLE}` more memory for one into which thousands of records come at once.
 */
export interface Migration {
  /** `0003-sessions`: the number orders, the words tell. Never renamed or edited once it has run anywhere. */
  readonly id: string;
  readonly statements: readonly string[];
}

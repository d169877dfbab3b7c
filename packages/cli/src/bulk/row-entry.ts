import type { ImportedRow, ImportFormat } from '@gantry/core';

export type { ImportFormat };
/** A row with its line in the file, counted from 1. */
export type FileRow = ImportedRow;
export interface BadRow {
  readonly line: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
/** An entry of a file: a row, or the reason why it is not one. */
export type Entry = (FileRow | BadRow) & {
  /** As given: the cells of a table, or an entry of JSON. */
  readonly given: unknown;
};
export const isRow = (entry: Entry): entry is Entry & FileRow => 'values' in entry;

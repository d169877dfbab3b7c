import type { ImportedRow, ImportFormat } from '@gantry/core';

export type { ImportFormat };
/** A row with its line of the file, counted from 1. */
export type FileRow = ImportedRow;
export interface BadRow {
  readonly line: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
/** What stands in one place of a file: a row, or why it is none. */
export type Entry = (FileRow | BadRow) & {
  /** As it was given: the cells of a table, or an entry of JSON. */
  readonly given: unknown;
};
export const isRow = (entry: Entry): entry is Entry & FileRow => 'values' in entry;

export type ImportFormat = 'csv' | 'txt' | 'ndjson' | 'json' | 'xlsx';
export interface FileRow {
  /** Line of the file, counting from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}
export interface BadRow {
  readonly line: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
/** What stands in one place of a file: a row, or why it is none. */
export type Entry = (FileRow | BadRow) & {
  /** As it was given: the cells of a CSV, an entry of JSON, else the line. */
  readonly given: unknown;
};
export const isRow = (entry: Entry): entry is Entry & FileRow => 'values' in entry;

/** Reads a text of one format, some entries at a time and in the order of their lines. */
export interface RowReader {
  /** Names of the columns, as the file has them; of a list of words the one field that a line is. Of a CSV known once it was read. */
  readonly head: readonly string[];
  entries(text: AsyncIterable<string>): AsyncGenerator<readonly Entry[]>;
}

/** Columns and keys of a file that only tell of a row, such as why it was refused; no field begins so. */
export const isAboutRow = (name: string) => name.startsWith('#');

export const createBrokenEntry = (line: number, given: unknown, reason: string): Entry => ({
  line,
  given,
  errors: { row: [reason] },
});

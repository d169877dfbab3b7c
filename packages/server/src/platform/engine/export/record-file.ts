import type { ExportFormat, Fields, Locale } from '@gantry/core';
import type { Sums } from './sums.ts';

export type FileRecord = Readonly<Record<string, unknown>>;

/** Records on their way into a file, whatever its form. */
export interface RecordFile {
  /** What the records are called, in the caller's language. */
  readonly title: string;
  /** The columns, in their order. */
  readonly names: readonly string[];
  readonly fields: Fields;
  /** Asked for as the reader takes them. */
  readonly pages: AsyncIterable<readonly FileRecord[]>;
  /** Written after the last record. */
  readonly sums: Sums | null;
  readonly locale: Locale;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
}

/** Writes a file piece by piece. */
export type FileForm = (file: RecordFile) => AsyncIterable<string | Uint8Array>;
export type FileForms = Readonly<Record<ExportFormat, FileForm>>;

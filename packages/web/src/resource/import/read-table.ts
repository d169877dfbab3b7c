import {
  type AnyResource,
  type ImportFormat,
  isObject,
  type LocalizedText,
  type OpenOptions,
  openImportFile,
} from '@gantry/core';
import type { ReadingProgress } from './import-worker.ts';

/** A row of a file: its cells by heading, as text or as JSON values. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly unknown[];
}

/** A row that cannot be read. */
export interface BadTableRow extends TableRow {
  readonly problem: LocalizedText;
}

/** A file of any format as rows of cells. */
export interface Table {
  readonly headings: readonly string[];
  /** Whether the first row of the file names the columns and is not part of the rows. */
  readonly headed: boolean;
  readonly rows: readonly TableRow[];
  readonly bad: readonly BadTableRow[];
  /** Null for a workbook. */
  readonly encoding: string | null;
  readonly format: ImportFormat;
  /** Whether cells come from JSON or YAML, with their types. */
  readonly isTyped: boolean;
  /** Notes to show before anything is written, such as sheets that are not read. */
  readonly notes: readonly LocalizedText[];
}

/** Maximum file size in bytes. */
export const maxFileBytes = 50 * 1024 * 1024;

/** Bytes read between two progress checks. */
const pieceBytes = 256 * 1024;
/** Interval between progress reports while a file is read, in ms. */
const progressMs = 100;

async function* getPieces(file: Blob, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    // A browser may deliver a small file as one chunk.
    for (let from = 0; from < step.value.byteLength; from += pieceBytes) {
      const piece = step.value.subarray(from, from + pieceBytes);
      bytes += piece.byteLength;
      onBytes(bytes);
      yield piece;
    }
  }
}

/** Reads a file with the same code as the command line. Throws SpreadsheetError for a file that cannot be read. */
export async function readTable(
  file: File,
  resource: AnyResource,
  options: OpenOptions = {},
  onProgress: (progress: ReadingProgress) => void = () => undefined,
): Promise<Table> {
  let bytes = 0;
  const onBytes = (read: number) => {
    bytes = read;
  };
  const source = { name: file.name, pieces: () => getPieces(file, onBytes) };
  const opened = await openImportFile(source, resource, options);
  const isTyped = opened.headings === null;
  const found: { line: number; given: unknown; problem?: LocalizedText }[] = [];
  let reportedAt = 0;
  for await (const entries of opened.entries()) {
    for (const entry of entries) found.push(entry);
    if (Date.now() - reportedAt < progressMs) continue;
    reportedAt = Date.now();
    // A workbook is fully in memory before its first row is read.
    onProgress({ rows: found.length, share: opened.format === 'xlsx' ? null : bytes / file.size });
  }
  const keys = new Set(isTyped ? found.flatMap(({ given }) => (isObject(given) ? Object.keys(given) : [])) : []);
  const headings = opened.headings ?? [...keys];
  const getCells = (given: unknown): readonly unknown[] => {
    if (isObject(given)) return headings.map((name) => given[name]);
    return Array.isArray(given) && !isTyped ? given : [given];
  };
  const rows: TableRow[] = [];
  const bad: BadTableRow[] = [];
  for (const { line, given, problem } of found)
    if (problem) bad.push({ line, cells: getCells(given), problem });
    else rows.push({ line, cells: getCells(given) });
  const { format, encoding, isHeaded } = opened;
  return { headings, headed: isHeaded || isTyped, rows, bad, encoding, format, isTyped, notes: opened.notes() };
}

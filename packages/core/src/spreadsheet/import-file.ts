import type { AnyResource, LocalizedText } from '../definition/index.ts';
import { isObject } from '../fields/index.ts';
import { unescapeCell, unguardFormula } from './cell-text.ts';
import { CsvReader } from './csv-reader.ts';
import { findColumn, getImportFields, getLineField, isLikelyHeading, isTotalsRow } from './import-columns.ts';
import { EntryCutter } from './json-entries.ts';
import { isOfficeContainer, nameOfficeContainer, nameOtherFormat } from './other-formats.ts';
import { isWorkbook, openSheet } from './read-sheet.ts';
import { detectSeparator, findRepeated } from './separator.ts';
import { describeFileReason, SpreadsheetError } from './sheet-refused.ts';
import { type ByteSource, type DecodedFile, decodeFile, readStart } from './text-encoding.ts';

export const importFormats = ['csv', 'tsv', 'txt', 'ndjson', 'json', 'yaml', 'xlsx'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** A row or an entry of a file. */
export interface ImportEntry {
  /** Line of the file, row of the sheet, or number of the entry, counted from 1. */
  readonly line: number;
  /** Cells under the headings, else the value of a JSON or YAML entry. */
  readonly given: readonly string[] | unknown;
  /** Why the entry cannot be imported. */
  readonly problem?: LocalizedText;
}

/** A file of rows that can be read repeatedly from its start. */
export interface ImportFile {
  readonly format: ImportFormat;
  /** Encoding of a text file; null for a workbook. */
  readonly encoding: string | null;
  /** The header cells of a table; a single field for a list of lines; null for entries with keys. */
  readonly headings: readonly string[] | null;
  /** Whether the first row of a table is its header. */
  readonly isHeaded: boolean;
  entries(): AsyncGenerator<readonly ImportEntry[]>;
  /** Notes to show before anything is written. They are complete after all entries have been read. */
  notes(): readonly LocalizedText[];
}

export interface OpenOptions {
  /** Null to detect it by the file name or the content. */
  readonly format?: ImportFormat | null;
  /** Null to detect it by the content. */
  readonly encoding?: string | null;
  /** Null for the first visible sheet. */
  readonly sheet?: string | null;
  /** Whether the first row of a table is its header. Detected by default. */
  readonly isHeaded?: boolean;
}

const notes = {
  encoding: (name: string) => ({ zh: `文件按 ${name} 编码读取`, en: `The file is read as ${name}` }),
  sheet: (name: string, others: readonly string[]) => ({
    zh: `读取工作表“${name}”，未读取：${others.join('、')}`,
    en: `Sheet “${name}” is read. Sheets not read: ${others.join(', ')}`,
  }),
  merged: (areas: readonly string[]) => ({
    zh: `合并单元格的值用于区域内的每一行：${areas.slice(0, 10).join('、')}${areas.length > 10 ? '…' : ''}`,
    en: `Merged cells give their value to each of their rows: ${areas.slice(0, 10).join(', ')}${areas.length > 10 ? '…' : ''}`,
  }),
  hidden: (count: number) => ({ zh: `包含 ${count} 个隐藏行`, en: `Hidden rows included: ${count}` }),
  totals: (line: number) => ({ zh: `第 ${line} 行是合计，未读取`, en: `Line ${line} holds totals and is not read` }),
} as const;

const problems = {
  extra: { zh: '该行的单元格比表头多', en: 'The row has more cells than the header' },
  missing: { zh: '该行的单元格比表头少', en: 'The row has fewer cells than the header' },
  noObject: { zh: '不是对象', en: 'The entry is not an object' },
} as const;

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Maximum size of a workbook in bytes. It is read into memory, because its directory is at the end. */
const maxWorkbookBytes = 256 * 1024 * 1024;
/** Maximum characters of YAML, which is parsed as a whole. */
const maxYamlLength = 32 * 1024 * 1024;

async function readAll(source: ByteSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.pieces()) {
    size += piece.byteLength;
    if (size > maxWorkbookBytes) throw new SpreadsheetError('large');
    pieces.push(piece);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

/**
 * Detects the format by file name and content. A header with fields of the resource makes a table; otherwise each line is one
 * value.
 */
export function guessFormat(name: string, text: string, resource: AnyResource): Exclude<ImportFormat, 'xlsx'> {
  const ending = /\.(csv|tsv|txt|ndjson|jsonl|json|yaml|yml)$/i.exec(name)?.[1]?.toLowerCase();
  const start = text.replace(/^\ufeff/, '').trimStart();
  const [heading = ''] = start.split(/\r\n|\n|\r/, 1);
  const isHeader = isLikelyHeading(heading.split(detectSeparator(heading)).map(removeQuotes), resource);
  // Excel saves tab-separated tables as "Unicode text".
  if (ending === 'txt' && isHeader && heading.includes('\t')) return 'tsv';
  if (ending === 'yaml' || ending === 'yml') return 'yaml';
  // Newline-delimited JSON files are often named `.json`.
  if (ending === 'jsonl' || (ending === 'json' && /^\{.*\}[\r\n]+\{/.test(start))) return 'ndjson';
  if (ending === 'csv' || ending === 'tsv' || ending === 'txt' || ending === 'ndjson' || ending === 'json')
    return ending;
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return 'ndjson';
  return isHeader ? 'csv' : 'txt';
}

const removeQuotes = (cell: string) => cell.replace(/^"(.*)"$/, '$1');

/** Number of characters for detecting the format and the separator. */
const detectedLength = 65_536;

async function readFirstText(file: DecodedFile): Promise<string> {
  let text = '';
  for await (const piece of file.text()) {
    text += piece;
    if (text.length >= detectedLength) break;
  }
  return text.trimStart();
}

interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem?: LocalizedText;
  readonly isHidden?: boolean;
}
type Rows = () => AsyncGenerator<readonly TableRow[]>;

async function* readCsv(file: DecodedFile, separator: string | null): AsyncGenerator<readonly TableRow[]> {
  const reader = new CsvReader(separator ?? detectSeparator(await readFirstText(file)));
  for await (const piece of file.text()) yield reader.push(piece);
  yield reader.end();
}

interface Line {
  readonly text: string;
  readonly line: number;
}

/** Returns the non-empty lines, counted from 1. */
async function* readLines(file: DecodedFile): AsyncGenerator<readonly Line[]> {
  let [rest, count] = ['', 0];
  const numberLines = (lines: readonly string[]) => {
    const found = lines.map((text, at) => ({ text, line: count + at + 1 }));
    count += lines.length;
    return found.filter(({ text }) => text.trim() !== '');
  };
  for await (const piece of file.text()) {
    const isPart = !/[\r\n]/.test(piece);
    rest += piece;
    if (isPart) continue;
    // A carriage return at the end may be followed by a line feed in the next piece.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(end);
    yield numberLines(lines);
  }
  yield numberLines(rest.split(/\r\n|\n|\r/));
}

const toEntry = (given: unknown, line: number): ImportEntry =>
  isObject(given) ? { line, given } : { line, given, problem: problems.noObject };

async function* readJsonLines(file: DecodedFile): AsyncGenerator<readonly ImportEntry[]> {
  const read = ({ text, line }: Line): ImportEntry => {
    try {
      return toEntry(JSON.parse(text), line);
    } catch (error) {
      return { line, given: text, problem: describeFileReason('badJson', { line, reason: getMessage(error) }) };
    }
  };
  for await (const lines of readLines(file)) yield lines.map(read);
}

/** Returns the items of a list, of an API response, or a single record. */
function getItems(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const isAnswer = typeof given === 'object' && given !== null && 'items' in given && Array.isArray(given.items);
  return isAnswer ? (given.items as unknown[]) : [given];
}

/** Reads a list entry by entry, so that only one entry is in memory. A truncated list throws SpreadsheetError. */
async function* readJsonList(file: DecodedFile): AsyncGenerator<readonly ImportEntry[]> {
  const parse = (text: string, line: number): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SpreadsheetError('badJson', { line, reason: getMessage(error) });
    }
  };
  const cutter = new EntryCutter();
  let count = 0;
  for await (const piece of file.text()) {
    const found = cutter.cut(count === 0 ? piece.replace(/^\uFEFF/, '') : piece);
    const before = count;
    count += found.length;
    yield found.map((text, at) => toEntry(parse(text, before + at + 1), before + at + 1));
  }
  const around = parse(cutter.around, count + 1);
  if (!cutter.hasList) yield getItems(around).map((item, at) => toEntry(item, at + 1));
}

async function* readYaml(file: DecodedFile): AsyncGenerator<readonly ImportEntry[]> {
  let text = '';
  for await (const piece of file.text()) {
    text += piece;
    if (text.length > maxYamlLength) throw new SpreadsheetError('large');
  }
  const { parseYaml } = await import('./parse-yaml.ts');
  let value: unknown;
  try {
    value = parseYaml(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SpreadsheetError('badYaml', { reason: getMessage(error).split('\n')[0] ?? '' });
  }
  yield getItems(value).map((item, at) => toEntry(item, at + 1));
}

async function findFirst(rows: Rows): Promise<TableRow | null> {
  for await (const some of rows()) if (some[0]) return some[0];
  return null;
}

interface TableParts {
  readonly format: ImportFormat;
  readonly encoding: string | null;
  readonly rows: Rows;
  readonly notes: readonly LocalizedText[];
}

/** Functions that reverse the escaping of cells in exports. */
const cellReaders: Partial<Record<ImportFormat, (cell: string) => string>> = { csv: unguardFormula, tsv: unescapeCell };

/** Opens a table. Rows that do not match its header become entries with a problem. */
async function openTable(parts: TableParts, resource: AnyResource, requested?: boolean): Promise<ImportFile> {
  const { format, encoding, rows } = parts;
  const first = await findFirst(rows);
  if (!first) throw new SpreadsheetError('noText');
  const toText = cellReaders[format] ?? ((cell: string) => cell);
  const headings = first.cells.map(toText);
  const isHeaded = requested ?? isLikelyHeading(headings, resource);
  if (isHeaded) {
    const fields = getImportFields(resource);
    const repeated = findRepeated(headings.map((heading) => findColumn(heading, fields) ?? heading.trim()));
    if (repeated !== null) throw new SpreadsheetError('repeated', { name: repeated });
  }
  const width = headings.length;
  let [hidden, totals]: [number, number | null] = [0, null];
  const toRow = ({ line, cells, problem }: TableRow): ImportEntry => {
    const given = cells.map(toText);
    if (problem) return { line, given, problem };
    if (!isHeaded) return { line, given };
    if (given.slice(width).some((cell) => cell.trim() !== '')) return { line, given, problem: problems.extra };
    // Spreadsheets omit empty cells at the end of a row, also in tab-separated text. In CSV, missing cells mean a truncated or
    // misread row.
    if (given.length < width && format === 'csv') return { line, given, problem: problems.missing };
    return { line, given: given.slice(0, width) };
  };
  return {
    format,
    encoding,
    headings: isHeaded ? headings : Array.from({ length: width }, (_, at) => String(at + 1)),
    isHeaded,
    notes: () => [
      ...parts.notes,
      ...(hidden > 0 ? [notes.hidden(hidden)] : []),
      ...(totals === null ? [] : [notes.totals(totals)]),
    ],
    entries: async function* () {
      [hidden, totals] = [0, null];
      let isFirst = isHeaded;
      for await (const some of rows()) {
        const body = isFirst ? some.slice(1) : some;
        if (some.length > 0) isFirst = false;
        const entries: ImportEntry[] = [];
        for (const row of body) {
          if (row.isHidden) hidden += 1;
          if (isHeaded && isTotalsRow(headings, row.cells, resource)) totals ??= row.line;
          else entries.push(toRow(row));
        }
        yield entries;
      }
    },
  };
}

async function openWorkbook(source: ByteSource, resource: AnyResource, options: OpenOptions): Promise<ImportFile> {
  const sheet = await openSheet(await readAll(source), { sheet: options.sheet ?? null });
  const known = [
    ...(sheet.others.length > 0 ? [notes.sheet(sheet.name, sheet.others)] : []),
    ...(sheet.merged.length > 0 ? [notes.merged(sheet.merged)] : []),
  ];
  const parts = { format: 'xlsx', encoding: null, rows: sheet.rows, notes: known } as const;
  return openTable(parts, resource, options.isHeaded);
}

/**
 * Opens a file of records for an import, in the console and the CLI. Detects the format, the encoding (from the entire file) and
 * the header. Throws SpreadsheetError for an unreadable file; an unreadable row has a problem.
 */
export async function openImportFile(
  source: ByteSource,
  resource: AnyResource,
  options: OpenOptions = {},
): Promise<ImportFile> {
  const start = await readStart(source, 4096);
  if (isOfficeContainer(start)) {
    const name = nameOfficeContainer(await readAll(source));
    throw name === null ? new SpreadsheetError('locked') : new SpreadsheetError('otherFormat', { name });
  }
  if (isWorkbook(start)) return openWorkbook(source, resource, options);
  const other = nameOtherFormat(start);
  if (other !== null) throw new SpreadsheetError('otherFormat', { name: other });
  if (options.format === 'xlsx') throw new SpreadsheetError('damaged');
  const file = await decodeFile(source, options.encoding ?? null);
  const first = await readFirstText(file);
  // The file is empty, as from a pipe of a failed command.
  if (first === '') throw new SpreadsheetError('noText');
  const format = options.format ?? guessFormat(source.name, first, resource);
  const { encoding } = file;
  const said = encoding === 'UTF-8' || options.encoding ? [] : [notes.encoding(encoding)];
  if (format === 'csv' || format === 'tsv') {
    const separator = format === 'tsv' ? '\t' : null;
    const rows = () => readCsv(file, separator);
    return openTable({ format, encoding, rows, notes: said }, resource, options.isHeaded);
  }
  const shared = { format, encoding, isHeaded: false, notes: () => said } as const;
  if (format === 'txt')
    return {
      ...shared,
      headings: [getLineField(resource)],
      entries: async function* () {
        for await (const lines of readLines(file))
          yield lines.map(({ text, line }) => ({ line, given: [text.replace(/^\uFEFF/, '').trim()] }));
      },
    };
  const readers = { ndjson: readJsonLines, json: readJsonList, yaml: readYaml } as const;
  return { ...shared, headings: null, entries: () => readers[format](file) };
}

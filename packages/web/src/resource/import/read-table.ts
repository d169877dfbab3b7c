import {
  detectEncoding,
  detectSeparator,
  errorMessage,
  type Fields,
  fillText,
  findRepeated,
  isWorkbook,
  type LocalizedText,
} from '@gantry/core';
import { CsvReader, type CsvRow, OpenQuoteError } from './csv-reader.ts';
import { isLikelyHeading } from './guess-mapping.ts';
import { readSheetFile } from './read-sheet-file.ts';

/** A file as rows of text cells, whatever it was. */
export interface Table {
  readonly headings: readonly string[];
  /** The first row of the file names the columns, and is none of the rows. */
  readonly headed: boolean;
  readonly rows: readonly CsvRow[];
  readonly encoding: string;
}

/** Bytes. */
const largestFile = 50 * 1024 * 1024;

const reasons = {
  notText: {
    zh: '不是 UTF-8、UTF-16 或 GB 18030 文本，或文件不完整',
    en: 'it is not UTF-8, UTF-16 or GB 18030 text, or it was cut off',
  },
  openQuote: { zh: '第 {at} 行的引号没有结束', en: 'the quotation mark on line {at} is never closed' },
  extraCells: { zh: '第 {at} 行的单元格比表头多', en: 'line {at} has more cells than the header' },
  repeated: { zh: '列“{at}”出现了两次', en: 'the column “{at}” occurs twice' },
} as const satisfies Record<string, LocalizedText>;

/** A file that cannot be read; `reason` is null where only the message says why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: LocalizedText | null;

  constructor(message: string, reason: LocalizedText | null = null) {
    super(message);
    this.reason = reason;
  }
}

/** @param at the line or the column that is wrong */
function rejectFile(why: keyof typeof reasons, at: string | number = ''): UnreadableFile {
  const reason = { zh: fillText(reasons[why], { at }, 'zh-CN'), en: fillText(reasons[why], { at }, 'en-US') };
  return new UnreadableFile(reason.en, reason);
}

async function* piecesOf(file: Blob, encoding: string, fatal = true): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  const reader = file.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    yield decoder.decode(step.value, { stream: true });
  }
  yield decoder.decode();
}

async function textOf(file: Blob, encoding: string): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(file, encoding)) text += piece;
  return text.replace(/^\uFEFF/, '');
}

async function readCsv(file: Blob, encoding: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let reader: CsvReader | null = null;
  for await (const piece of piecesOf(file, encoding)) {
    reader ??= new CsvReader(detectSeparator(piece.replace(/^\uFEFF/, '')));
    for (const row of reader.push(piece)) rows.push(row);
  }
  try {
    return [...rows, ...(reader?.end() ?? [])];
  } catch (error) {
    throw error instanceof OpenQuoteError ? rejectFile('openQuote', error.line) : error;
  }
}

/** One value a line, whatever commas are in it. */
async function readLines(file: Blob, encoding: string): Promise<CsvRow[]> {
  const lines = (await textOf(file, encoding)).split(/\r\n|\r|\n/);
  return lines.flatMap((text, at) => (text.trim() === '' ? [] : [{ line: at + 1, cells: [text.trim()] }]));
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface Line {
  readonly line: number;
  readonly value: unknown;
}

function parseJsonLines(text: string): Line[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.flatMap((one, at) => (one.trim() === '' ? [] : [{ line: at + 1, value: JSON.parse(one) as unknown }]));
}

/** A JSON array or an object a line; a bare text is a row of one cell. */
function readJson(text: string): Omit<Table, 'encoding'> {
  let lines: Line[];
  try {
    const full: unknown = text.trimStart().startsWith('[') ? JSON.parse(text) : null;
    lines = Array.isArray(full) ? full.map((value, at) => ({ line: at + 1, value })) : parseJsonLines(text);
  } catch (error) {
    throw new UnreadableFile(errorMessage(error));
  }
  const objects = lines.map(({ line, value }) => ({
    line,
    value: typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value },
  }));
  const headings = [...new Set(objects.flatMap(({ value }) => Object.keys(value)))];
  const rows = objects.map(({ line, value }) => ({ line, cells: headings.map((name) => asText(value[name])) }));
  return { headings, headed: true, rows };
}

/** Refuses what would be lost: one of two columns of one name, and cells that no column names. */
function checkRows(headings: readonly string[], rows: readonly CsvRow[]): void {
  const repeated = findRepeated(headings.map((heading) => heading.trim()));
  if (repeated !== null) throw rejectFile('repeated', repeated);
  const extra = rows.find(({ cells }) => cells.slice(headings.length).some((cell) => cell.trim() !== ''));
  if (extra) throw rejectFile('extraCells', extra.line);
}

function withHeadings(rows: readonly CsvRow[], headed: boolean): Omit<Table, 'encoding'> {
  const width = Math.max(...rows.slice(0, 1000).map((row) => row.cells.length), 1);
  const [first, ...rest] = rows;
  if (headed && first) checkRows(first.cells, rest);
  if (headed && first) return { headings: first.cells, headed, rows: rest };
  return { headings: Array.from({ length: width }, (_, at) => String(at + 1)), headed: false, rows };
}

/** The same file with its first row taken as names, or as data. */
export function changeHeading(table: Table, headed: boolean): Table {
  if (table.headed === headed) return table;
  const rows = headed ? table.rows : [{ line: 1, cells: table.headings }, ...table.rows];
  return { ...withHeadings(rows, headed), encoding: table.encoding };
}

/** Excel saves a table with tabs as "Unicode text", which ends in .txt. */
async function hasTabbedHeading(file: Blob, encoding: string, fields: Fields): Promise<boolean> {
  for await (const piece of piecesOf(file, encoding)) {
    const cells = (piece.split(/[\r\n]/, 1)[0] ?? '').split('\t');
    return cells.length > 1 && isLikelyHeading(cells, fields);
  }
  return false;
}

/** Reads a file: a workbook by its first bytes, else by its name: .json, .ndjson and .jsonl, .txt, and anything else as CSV. */
export async function readTable(file: File, fields: Fields): Promise<Table> {
  if (file.size > largestFile) throw new UnreadableFile('size');
  if (isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    const rows = await readSheetFile(file);
    return { ...withHeadings(rows, isLikelyHeading(rows[0]?.cells ?? [], fields)), encoding: 'UTF-8' };
  }
  const encoding = await detectEncoding(new Uint8Array(await file.slice(0, 3).arrayBuffer()), (name, fatal) =>
    piecesOf(file, name, fatal),
  );
  if (encoding === null) throw rejectFile('notText');
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'csv';
  if (['json', 'ndjson', 'jsonl'].includes(ending)) return { ...readJson(await textOf(file, encoding)), encoding };
  const isTable = ending === 'txt' && (await hasTabbedHeading(file, encoding, fields));
  if (ending === 'txt' && !isTable) return { ...withHeadings(await readLines(file, encoding), false), encoding };
  const rows = await readCsv(file, encoding);
  return { ...withHeadings(rows, isLikelyHeading(rows[0]?.cells ?? [], fields)), encoding };
}

import { errorMessage, type Fields, isWorkbook } from '@gantry/core';
import { CsvReader, type CsvRow, detectSeparator } from './csv-reader.ts';
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

export class UnreadableFile extends Error {}

/** Chinese spreadsheets still write GB 18030: what is no UTF-8 is read as that. */
async function decoderFor(file: Blob): Promise<string> {
  const start = await file.slice(0, 65_536).arrayBuffer();
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

async function* piecesOf(file: Blob, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
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
  return [...rows, ...(reader?.end() ?? [])];
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

function withHeadings(rows: readonly CsvRow[], headed: boolean): Omit<Table, 'encoding'> {
  const width = Math.max(...rows.slice(0, 1000).map((row) => row.cells.length), 1);
  const [first, ...rest] = rows;
  if (headed && first) return { headings: first.cells, headed, rows: rest };
  return { headings: Array.from({ length: width }, (_, at) => String(at + 1)), headed: false, rows };
}

/** The same file with its first row taken as names, or as data. */
export function changeHeading(table: Table, headed: boolean): Table {
  if (table.headed === headed) return table;
  const rows = headed ? table.rows : [{ line: 1, cells: table.headings }, ...table.rows];
  return { ...withHeadings(rows, headed), encoding: table.encoding };
}

/** Reads a file: a workbook by its first bytes, else by its name: .json, .ndjson and .jsonl, .txt, and anything else as CSV. */
export async function readTable(file: File, fields: Fields): Promise<Table> {
  if (file.size > largestFile) throw new UnreadableFile('size');
  if (isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    const rows = await readSheetFile(file);
    return { ...withHeadings(rows, isLikelyHeading(rows[0]?.cells ?? [], fields)), encoding: 'utf-8' };
  }
  const encoding = await decoderFor(file);
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'csv';
  if (['json', 'ndjson', 'jsonl'].includes(ending)) return { ...readJson(await textOf(file, encoding)), encoding };
  if (ending === 'txt') return { ...withHeadings(await readLines(file, encoding), false), encoding };
  const rows = await readCsv(file, encoding);
  return { ...withHeadings(rows, isLikelyHeading(rows[0]?.cells ?? [], fields)), encoding };
}

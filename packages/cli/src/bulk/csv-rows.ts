import {
  type AnyResource,
  allFields,
  camel,
  detectSeparator,
  type Field,
  type Fields,
  findRepeated,
  getWritableFields,
  parseValue,
} from '@gantry/core';
import { Parser } from 'csv-parse';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { escapeControls } from '../output/wrap-text.ts';
import { createBrokenEntry, type Entry, isAboutRow, type RowReader } from './row-entry.ts';

/** Header cells to fields, by name in any case style or by label in either language. */
export function matchHeader(header: readonly string[], fields: Fields): (string | null)[] {
  return header.map((cell) => {
    const name = camel(cell.trim());
    if (isAboutRow(name)) return null;
    if (fields[name]) return name;
    const byLabel = Object.entries(fields).find(
      ([, field]) => field.label.zh === cell.trim() || field.label.en.toLowerCase() === cell.trim().toLowerCase(),
    );
    return byLabel?.[0] ?? null;
  });
}

/** The cells of a row by their fields, without the empty ones. */
export function parseCells(
  cells: readonly string[],
  names: readonly (string | null)[],
  fields: Fields,
  parse: (cell: string, field: Field) => unknown,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  names.forEach((name, at) => {
    const cell = cells[at] ?? '';
    const field = name === null ? undefined : fields[name];
    if (name !== null && field && cell !== '') values[name] = parse(cell, field);
  });
  return values;
}

/** A cell without the sign that kept spreadsheets from running it. */
function parseCell(cell: string, field: Field): unknown {
  return parseValue(/^'[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell, field);
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** What the reader of CSV cannot go on after: a quote that is open at the end of the file. */
function describeCsvProblem(error: unknown, line: number, { t }: Context): string {
  const reason = error instanceof Error ? error.message : '';
  return /^Quote Not Closed/.test(reason) ? t('cli.openQuote', { line }) : reason;
}

/** Settles once the parser has taken what it was given, with the trouble that it found. */
const fed = (give: (done: (error?: Error | null) => void) => unknown) =>
  new Promise<void>((resolve, reject) => {
    give((error) => (error ? reject(error) : resolve()));
  });

/** Records with the line on which each ends; a byte-order mark and mixed line ends are fine. */
async function* csvRecords(text: AsyncIterable<string>, context: Context): AsyncGenerator<readonly CsvRecord[]> {
  let found: CsvRecord[] = [];
  let line = 0;
  const taken = () => {
    const records = found;
    line = records.at(-1)?.line ?? line;
    found = [];
    return records;
  };
  const createParser = (header: string) =>
    new Parser({
      bom: true,
      delimiter: detectSeparator(header),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], at) => {
        if (cells.some((cell) => cell.trim() !== '')) found.push({ cells, line: at.lines });
        return null;
      },
    });
  const trouble = (error: unknown) =>
    new CliError(
      context.t('cli.badFile', { reason: describeCsvProblem(error, (found.at(-1)?.line ?? line) + 1, context) }),
      exitCodes.usage,
    );
  const feed = (give: Parameters<typeof fed>[0]) =>
    fed(give).catch((error: unknown) => {
      throw trouble(error);
    });
  let parser: Parser | null = null;
  for await (const piece of text) {
    if (piece === '') continue;
    // Errors reach the callback of the write; without a listener they would end the process as well.
    parser ??= createParser(piece).on('error', () => undefined);
    const current = parser;
    await feed((done) => current.write(piece, done));
    yield taken();
  }
  const last = parser;
  if (last !== null) await feed((done) => last.end(done));
  yield taken();
}

/** The fields that columns stand for; refused when none is one, and those that are no field are said. */
export function matchColumns(head: readonly string[], resource: AnyResource, context: Context): (string | null)[] {
  const fields = getWritableFields(resource, 'create');
  const names = matchHeader(head, fields);
  if (names.every((name) => name === null))
    throw new CliError(context.t('cli.noColumns', { names: Object.keys(fields).join(',') }), exitCodes.usage);
  const repeated = findRepeated(names);
  if (repeated !== null)
    throw new CliError(
      context.t('cli.badFile', { reason: context.t('cli.repeatedColumn', { name: repeated }) }),
      exitCodes.usage,
    );
  const others = matchHeader(head, allFields(resource));
  const isKnown = (cell: string, at: number) => names[at] !== null || others[at] !== null || isAboutRow(cell.trim());
  const unknown = head.filter((cell, at) => !isKnown(cell, at));
  if (unknown.length > 0)
    context.note(context.t('cli.unknownColumns', { names: unknown.map(escapeControls).join(', ') }));
  return names;
}

export function createCsvReader(resource: AnyResource, context: Context): RowReader {
  const fields = getWritableFields(resource, 'create');
  let columns: { readonly head: readonly string[]; readonly names: readonly (string | null)[] } | null = null;
  const columnsFrom = (head: readonly string[]) => {
    columns ??= { head, names: matchColumns(head, resource, context) };
    return columns.names;
  };
  const entryOf = ({ cells, line }: CsvRecord, names: readonly (string | null)[]): Entry =>
    cells.length === names.length
      ? { line, given: cells, values: parseCells(cells, names, fields, parseCell) }
      : createBrokenEntry(line, cells, context.t('cli.brokenRow'));
  return {
    get head() {
      return columns?.head ?? [];
    },
    entries: async function* (text) {
      let names: readonly (string | null)[] | null = null;
      for await (const records of csvRecords(text, context)) {
        const [first] = records;
        if (first === undefined) continue;
        const rows: readonly CsvRecord[] = names === null ? records.slice(1) : records;
        const known: readonly (string | null)[] = names ?? columnsFrom(first.cells);
        names = known;
        yield rows.map((record) => entryOf(record, known));
      }
      if (names === null) columnsFrom([]);
    },
  };
}

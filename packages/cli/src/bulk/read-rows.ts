import { type AnyResource, allFields, camel, type Field, type Fields, parseValue, writableFields } from '@gantry/core';
import { parse } from 'csv-parse/sync';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { safe } from '../output/safe.ts';

export type ImportFormat = 'csv' | 'txt' | 'ndjson' | 'json';
export interface FileRow {
  /** Line of the file, counting from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}
export interface BadRow {
  readonly line: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
export interface FileRows {
  readonly rows: readonly FileRow[];
  readonly bad: readonly BadRow[];
  /** Names of the columns, as the file has them; of a list of words the one field that a line is. */
  readonly head: readonly string[];
  /** Each row as it was given, by its line: the cells of a CSV, an entry of JSON, else the line. */
  readonly given: ReadonlyMap<number, unknown>;
}

/** Columns and keys of a file that only tell of a row, such as why it was refused; no field begins so. */
export const isAboutRow = (name: string) => name.startsWith('#');

const broken = (line: number, reason: string): BadRow => ({ line, errors: { row: [reason] } });

/** Header cells to fields, by name in any case style or by label in either language. */
function fieldsOf(header: readonly string[], fields: Fields): (string | null)[] {
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

function valuesOf(
  cells: readonly string[],
  names: readonly (string | null)[],
  fields: Fields,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  names.forEach((name, at) => {
    const cell = cells[at] ?? '';
    const field = name === null ? undefined : fields[name];
    if (name !== null && field && cell !== '')
      values[name] = parseValue(
        cell.startsWith("'") && /^'[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell,
        field,
      );
  });
  return values;
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** What the reader of CSV cannot go on after: a quote that is open at the end of the file. */
function csvTrouble(error: unknown, line: number, { t }: Context): string {
  const reason = error instanceof Error ? error.message : '';
  return /^Quote Not Closed/.test(reason) ? t('cli.openQuote', { line }) : reason;
}

/** Records with the line on which each ends; a byte-order mark and mixed line ends are fine. */
function csvRecords(text: string, context: Context): CsvRecord[] {
  const found: CsvRecord[] = [];
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], at) => {
        found.push({ cells, line: at.lines });
        return null;
      },
    });
  } catch (error) {
    throw new CliError(
      context.t('cli.badFile', { reason: csvTrouble(error, (found.at(-1)?.line ?? 0) + 1, context) }),
      exitCodes.usage,
    );
  }
  return found;
}

function fromCsv(text: string, resource: AnyResource, context: Context): FileRows {
  const fields = writableFields(resource, 'create');
  const all = allFields(resource);
  const [header, ...records] = csvRecords(text, context);
  const names = fieldsOf(header?.cells ?? [], fields);
  if (names.every((name) => name === null))
    throw new CliError(context.t('cli.noColumns', { names: Object.keys(fields).join(',') }), exitCodes.usage);
  const head = header?.cells ?? [];
  const isKnown = (cell: string, at: number) =>
    names[at] !== null || camel(cell.trim()) in all || isAboutRow(cell.trim());
  const unknown = head.filter((cell, at) => !isKnown(cell, at));
  if (unknown.length > 0) context.note(context.t('cli.unknownColumns', { names: unknown.map(safe).join(', ') }));
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  for (const record of records) {
    if (record.cells.length !== names.length) bad.push(broken(record.line, context.t('cli.brokenRow')));
    else rows.push({ line: record.line, values: valuesOf(record.cells, names, fields) });
  }
  return { rows, bad, head, given: new Map(records.map(({ line, cells }) => [line, cells])) };
}

/** What a bare line is: the name of the record, or, where a name may be left out, the one thing that may not. */
function lineField(resource: AnyResource): string {
  const fields = writableFields(resource, 'create');
  const isNeeded = (field: Field) => field.required === true && !('default' in field && field.default !== undefined);
  const title = fields[resource.title];
  const needed = Object.entries(fields).filter(([, field]) => isNeeded(field));
  return title && !isNeeded(title) && needed.length === 1 && needed[0] ? needed[0][0] : resource.title;
}

/** One value a line; inner spaces are kept. */
function fromText(text: string, resource: AnyResource): FileRows {
  const name = lineField(resource);
  const field = writableFields(resource, 'create')[name];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const rows = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ line: at + 1, values: { [name]: field ? parseValue(line.trim(), field) : line } }],
  );
  const given = new Map(rows.map(({ line }) => [line, (lines[line - 1] ?? '').trim()]));
  return { rows, bad: [], head: [name], given };
}

/** Fields that only the engine writes: an export has them, an import leaves them out. */
function writableOnly(value: unknown, resource: AnyResource): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const known = new Set([
    ...Object.keys(resource.fields),
    'id',
    'version',
    'createdAt',
    'updatedAt',
    'createdBy',
    'updatedBy',
  ]);
  const writable = writableFields(resource, 'create');
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name]) => writable[name] !== undefined || !(known.has(name) || name.endsWith('Label') || isAboutRow(name)),
    ),
  );
}

function fromLines(text: string, resource: AnyResource, context: Context): FileRows {
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  const given = new Map<number, unknown>();
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, at) => {
      if (line.trim() === '') return;
      try {
        given.set(at + 1, line);
        const entry: unknown = JSON.parse(line);
        given.set(at + 1, entry);
        const values = writableOnly(entry, resource);
        if (values) rows.push({ line: at + 1, values });
        else bad.push(broken(at + 1, context.t('cli.badJson', { reason: context.t('cli.notAnObject') })));
      } catch (error) {
        bad.push(broken(at + 1, context.t('cli.badJson', { reason: error instanceof Error ? error.message : '' })));
      }
    });
  return { rows, bad, head: [], given };
}

function fromJson(text: string, resource: AnyResource, context: Context): FileRows {
  try {
    const given: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    const list = Array.isArray(given)
      ? given
      : typeof given === 'object' && given !== null && 'items' in given && Array.isArray(given.items)
        ? given.items
        : [given];
    const parsed = list.map((item, at) => ({ line: at + 1, values: writableOnly(item, resource) }));
    const rows = parsed.filter((row): row is FileRow => row.values !== null);
    return {
      rows,
      head: [],
      given: new Map(list.map((item, at) => [at + 1, item])),
      bad: parsed
        .filter((row) => row.values === null)
        .map((row) => broken(row.line, context.t('cli.badJson', { reason: context.t('cli.notAnObject') }))),
    };
  } catch (error) {
    throw new CliError(
      context.t('cli.badJson', { reason: error instanceof Error ? error.message : '' }),
      exitCodes.usage,
    );
  }
}

/** The format that a name or the content shows: a header with the entity's fields is CSV, else a word a line. */
export function guessFormat(file: string, text: string, resource: AnyResource): ImportFormat {
  const ending = /\.(csv|txt|ndjson|jsonl|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending) return ending === 'jsonl' ? 'ndjson' : (ending as ImportFormat);
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return 'ndjson';
  const header = (start.split(/\r\n|\n|\r/, 1)[0] ?? '').split(',');
  return fieldsOf(header, writableFields(resource, 'create')).some((name) => name !== null) ? 'csv' : 'txt';
}

/** The rows of a file with the lines they came from, and the lines that could not be read. */
export function readRows(text: string, format: ImportFormat, resource: AnyResource, context: Context): FileRows {
  if (format === 'csv') return fromCsv(text, resource, context);
  if (format === 'txt') return fromText(text, resource);
  return format === 'ndjson' ? fromLines(text, resource, context) : fromJson(text, resource, context);
}

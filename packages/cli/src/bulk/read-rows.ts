import {
  type AnyResource,
  detectSeparator,
  type Field,
  getWritableFields,
  guardFormula,
  parseValue,
} from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { createCsvReader, matchColumns, matchHeader, parseCells } from './csv-rows.ts';
import { EntryCutter, TooLongEntry } from './json-entries.ts';
import { createBrokenEntry, type Entry, type ImportFormat, isAboutRow, type RowReader } from './row-entry.ts';

/** Empty cells at the end of a row are not kept by a spreadsheet. */
const padded = (cells: readonly string[], width: number) =>
  cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill('')] : cells;

/**
 * Rows of a sheet: its first names the columns. They come a row a line, as holdSheet writes them, and whole lines at a time.
 */
function createSheetReader(resource: AnyResource, context: Context): RowReader {
  const fields = getWritableFields(resource, 'create');
  let columns: { readonly head: readonly string[]; readonly names: readonly (string | null)[] } | null = null;
  const columnsFrom = (head: readonly string[]) => {
    columns ??= { head, names: matchColumns(head, resource, context) };
    return columns;
  };
  return {
    get head() {
      return columns?.head ?? [];
    },
    entries: async function* (text) {
      let isFirst = true;
      for await (const piece of text) {
        const entries: Entry[] = [];
        for (const one of piece.split('\n')) {
          if (one === '') continue;
          const [line, ...cells] = JSON.parse(one) as [number, ...string[]];
          const { head, names } = columnsFrom(cells);
          if (!isFirst) {
            const row = padded(cells, head.length);
            const given = row.slice(0, head.length).map(guardFormula);
            entries.push({ line, given, values: parseCells(row, names, fields, parseValue) });
          }
          isFirst = false;
        }
        yield entries;
      }
      if (isFirst) columnsFrom([]);
    },
  };
}

/** What a bare line is: the name of the record, or, where a name may be left out, the one thing that may not. */
function lineField(resource: AnyResource): string {
  const fields = getWritableFields(resource, 'create');
  const isNeeded = (field: Field) => field.required === true && !('default' in field && field.default !== undefined);
  const title = fields[resource.title];
  const needed = Object.entries(fields).filter(([, field]) => isNeeded(field));
  return title && !isNeeded(title) && needed.length === 1 && needed[0] ? needed[0][0] : resource.title;
}

interface Line {
  readonly text: string;
  readonly line: number;
}

/** The lines that hold anything, counted from 1. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly Line[]> {
  let [rest, count] = ['', 0];
  const numbered = (lines: readonly string[]) => {
    const found = lines.map((line, at) => ({ text: line, line: count + at + 1 }));
    count += lines.length;
    return found.filter((line) => line.text.trim() !== '');
  };
  for await (const piece of text) {
    const isPart = !/[\r\n]/.test(piece);
    rest += piece;
    if (isPart) continue;
    // The line feed of a carriage return at the end may be the next piece's first.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(end);
    yield numbered(lines);
  }
  yield numbered(rest.split(/\r\n|\n|\r/));
}

/** One value a line; inner spaces are kept. */
function textReader(resource: AnyResource): RowReader {
  const name = lineField(resource);
  const field = getWritableFields(resource, 'create')[name];
  const entryOf = ({ text, line }: Line): Entry => {
    const given = text.trim();
    return { line, given, values: { [name]: field ? parseValue(given, field) : text } };
  };
  return {
    head: [name],
    entries: async function* (text) {
      for await (const lines of linesOf(text)) yield lines.map(entryOf);
    },
  };
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
  const writable = getWritableFields(resource, 'create');
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name]) => writable[name] !== undefined || !(known.has(name) || name.endsWith('Label') || isAboutRow(name)),
    ),
  );
}

/** A parsed entry as a row, or as what is none. */
function entryOf(given: unknown, line: number, resource: AnyResource, { t }: Context): Entry {
  const values = writableOnly(given, resource);
  return values
    ? { line, given, values }
    : createBrokenEntry(line, given, t('cli.badJson', { reason: t('cli.notAnObject') }));
}

const badJson = (error: unknown, { t }: Context) =>
  t('cli.badJson', { reason: error instanceof Error ? error.message : '' });

function lineReader(resource: AnyResource, context: Context): RowReader {
  const read = ({ text, line }: Line): Entry => {
    try {
      return entryOf(JSON.parse(text), line, resource, context);
    } catch (error) {
      return createBrokenEntry(line, text, badJson(error, context));
    }
  };
  return {
    head: [],
    entries: async function* (text) {
      for await (const lines of linesOf(text)) yield lines.map(read);
    },
  };
}

/** A list, what the API answers of one, or a single record. */
function itemsOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const isAnswer = typeof given === 'object' && given !== null && 'items' in given && Array.isArray(given.items);
  return isAnswer ? (given.items as unknown[]) : [given];
}

/** A list is read entry by entry, so that none of it but the entry is held; one that breaks off is refused as a whole. */
function jsonReader(resource: AnyResource, context: Context): RowReader {
  const { t } = context;
  const rejected = (error: unknown) => {
    const words = error instanceof TooLongEntry ? t('cli.badJson', { reason: t('cli.entryTooLong') }) : null;
    return new CliError(words ?? badJson(error, context), exitCodes.usage);
  };
  const entryIn = (text: string, line: number): Entry => {
    try {
      return entryOf(JSON.parse(text), line, resource, context);
    } catch (error) {
      throw new CliError(`${t('cli.line', { line })}: ${badJson(error, context)}`, exitCodes.usage);
    }
  };
  const within = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw rejected(error);
    }
  };
  return {
    head: [],
    entries: async function* (text) {
      const cutter = new EntryCutter();
      let count = 0;
      for await (const piece of text) {
        const found = within(() => cutter.cut(piece));
        const before = count;
        count += found.length;
        yield found.map((entry, at) => entryIn(entry, before + at + 1));
      }
      const around = within(() => JSON.parse(cutter.around) as unknown);
      if (!cutter.isFullWidth) yield itemsOf(around).map((item, at) => entryOf(item, at + 1, resource, context));
    },
  };
}

/** The format that a name or the content shows: a header with the entity's fields is CSV, else a word a line. */
export function guessFormat(file: string, text: string, resource: AnyResource): ImportFormat {
  const ending = /\.(csv|tsv|txt|ndjson|jsonl|json)$/i.exec(file)?.[1]?.toLowerCase();
  const start = text.replace(/^\ufeff/, '').trimStart();
  const [heading = ''] = start.split(/\r\n|\n|\r/, 1);
  const header = heading.split(detectSeparator(heading));
  const isHeader = matchHeader(header, getWritableFields(resource, 'create')).some((name) => name !== null);
  // Excel saves a table with tabs as "Unicode text".
  if (ending === 'tsv' || (ending === 'txt' && isHeader && heading.includes('\t'))) return 'csv';
  // What is exported under such a name is an object a line.
  const isLines = ending === 'jsonl' || (ending === 'json' && /^\{.*\}[\r\n]+\{/.test(start));
  if (ending) return isLines ? 'ndjson' : (ending as ImportFormat);
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return 'ndjson';
  return isHeader ? 'csv' : 'txt';
}

export function createRowReader(format: ImportFormat, resource: AnyResource, context: Context): RowReader {
  if (format === 'csv') return createCsvReader(resource, context);
  if (format === 'xlsx') return createSheetReader(resource, context);
  if (format === 'txt') return textReader(resource);
  return format === 'ndjson' ? lineReader(resource, context) : jsonReader(resource, context);
}

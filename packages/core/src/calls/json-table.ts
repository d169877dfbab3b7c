import {
  type Field,
  type FieldOf,
  type Fields,
  type Locale,
  type LocalizedText,
  localize,
} from '../definition/index.ts';
import { type FormatContext, formatValue, isObject, type RecordNames } from '../fields/index.ts';
import { listWorkFiles, type WorkFile } from './work-results.ts';

/** Counts by kind of file. The singular is separate because English needs it. */
const counted: Readonly<Record<WorkFile['kind'], { readonly one: LocalizedText; readonly many: LocalizedText }>> = {
  image: { one: { zh: '1 张图片', en: '1 image' }, many: { zh: '张图片', en: 'images' } },
  video: { one: { zh: '1 段视频', en: '1 video' }, many: { zh: '段视频', en: 'videos' } },
  audio: { one: { zh: '1 段音频', en: '1 audio clip' }, many: { zh: '段音频', en: 'audio clips' } },
  other: { one: { zh: '1 个文件', en: '1 file' }, many: { zh: '个文件', en: 'files' } },
};
const entries = { one: { zh: '1 项', en: '1 item' }, many: { zh: '项', en: 'entries' } };

const count = (number: number, words: { readonly one: LocalizedText; readonly many: LocalizedText }, locale: Locale) =>
  number === 1 ? localize(words.one, locale) : `${number} ${localize(words.many, locale)}`;

/** Whether a value is an object or an array. */
const isCompound = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the files of a value that consists of files only; empty when it contains anything else. */
export function pickFiles(value: unknown): readonly WorkFile[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const files = listWorkFiles(value);
  // Any text could be a file name, so a single text only counts as a file when its URL is safe.
  const isMarked = list.every(
    (one) => isCompound(one) || files.some(({ given, url }) => given === one && url !== null),
  );
  return isMarked && files.length === list.length ? files : [];
}

function describeFiles(files: readonly WorkFile[], locale: Locale): string {
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => count(files.filter((file) => file.kind === kind).length, counted[kind], locale));
  const [first] = files;
  const [colon, comma] = locale === 'zh-CN' ? ['：', '、'] : [': ', ', '];
  return files.length === 1 && first ? `${counts[0]}${colon}${first.title || first.given}` : counts.join(comma);
}

/** Formats a JSON value in one line: files and lists of objects are counted, other values are shortened. */
export function formatJson(value: unknown, locale: Locale): string {
  if (!isCompound(value)) return String(value ?? '');
  const files = pickFiles(value);
  if (files.length > 0) return describeFiles(files, locale);
  if (Array.isArray(value))
    return value.some(isCompound) ? count(value.length, entries, locale) : value.map((one) => String(one)).join(', ');
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${Array.isArray(one) || !isCompound(one) ? formatJson(one, locale) : '{…}'}`)
    .join('; ');
}

/** A JSON value as a table: the column labels (empty for a single object) and one row per item. */
export interface JsonTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Entry = Readonly<Record<string, unknown>>;
type JsonParts = Pick<FieldOf<'json'>, 'rows' | 'parts'>;

function formatPart(value: unknown, field: Field | undefined, context: FormatContext): string {
  if (value === null || value === undefined) return '';
  if (field && isOfKind(field, value)) return formatValue(value, field, context);
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    const isKnown = field?.kind === 'json' && createJsonTable(value, field, context) !== null;
    return isKnown ? getLines(value, field, context).join(' | ') : JSON.stringify(value);
  }
  return formatJson(value, context.locale);
}

/**
 * Returns a format context with the names of the records that a JSON field refers to, as the response of a single record contains
 * them.
 */
export function withCalled<C extends FormatContext>(context: C, record: Entry, name: string): C {
  const called = record[`${name}Label`];
  return isObject(called) ? { ...context, recordNames: called as RecordNames } : context;
}

/** Returns a format context with the currency of the entry, if it names one. */
const getInnerContext = (entry: Entry, context: FormatContext): FormatContext =>
  typeof entry.currency === 'string' ? { ...context, currency: entry.currency } : context;

/** Returns the fields that describe the keys of a JSON value. */
export function getJsonParts({ rows, parts }: JsonParts): Fields {
  return rows ?? parts ?? {};
}

/** Returns the field of a key. Undefined for inherited keys such as `constructor`. */
export function getJsonPart(known: Fields, key: string): Field | undefined {
  return Object.hasOwn(known, key) ? known[key] : undefined;
}

/** Returns the keys with a value, known keys first and in the order of the fields. */
export function listJsonKeys(entries: readonly Entry[], known: Fields): string[] {
  const all = new Set([...Object.keys(known), ...entries.flatMap((entry) => Object.keys(entry))]);
  return [...all].filter((key) => entries.some((entry) => (entry[key] ?? null) !== null));
}

/** Formats a list of objects or an object as a table. Returns null for other values and for empty ones. */
export function createJsonTable(value: unknown, field: JsonParts, context: FormatContext): JsonTable | null {
  const known = getJsonParts(field);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    const keys = listJsonKeys(value, known);
    const getTitle = (key: string) => {
      const part = getJsonPart(known, key);
      return part ? localize(part.label, context.locale) : key;
    };
    return {
      head: keys.map(getTitle),
      rows: value.map((entry) =>
        keys.map((key) => formatPart(entry[key], getJsonPart(known, key), getInnerContext(entry, context))),
      ),
    };
  }
  if (!isObject(value) || Object.keys(value).length === 0) return null;
  return { head: [], rows: getEntryRows(value, known, context) };
}

/** Formats an object as rows of label and value. Known objects and lists inside it get both labels. */
function getEntryRows(entry: Entry, known: Fields, context: FormatContext): [string, string][] {
  return Object.entries(entry).flatMap(([key, one]): [string, string][] => {
    const field = getJsonPart(known, key);
    const name = field ? localize(field.label, context.locale) : key;
    if (field?.kind === 'json' && field.rows && Array.isArray(one) && one.length > 0 && one.every(isObject))
      return getLines(one, field, context).map((line, at) => [one.length > 1 ? `${name} / ${at + 1}` : name, line]);
    const inner = field?.kind === 'json' && field.parts;
    if (!inner || !isObject(one)) return [[name, formatPart(one, field, getInnerContext(entry, context))]];
    return getEntryRows(one, inner, context).map(([part, reported]) => [`${name} / ${part}`, reported]);
  });
}

/** Formats each row in one line of labels and values: `Name: a; Limit: 5`. */
function getLines(value: unknown, field: JsonParts, context: FormatContext): string[] {
  const table = createJsonTable(value, field, context);
  if (!table) return Array.isArray(value) ? value.map((one) => formatPart(one, undefined, context)) : [];
  const { head, rows } = table;
  if (head.length === 0) return rows.map((row) => row.join(': '));
  return rows.map((row) => row.flatMap((cell, at) => (cell === '' ? [] : [`${head[at]}: ${cell}`])).join('; '));
}

/** Formats a list of objects or an object as lines without empty values. Returns null for other values and for empty ones. */
export function formatJsonLines(value: unknown, field: JsonParts, context: FormatContext): string[] | null {
  const table = createJsonTable(value, field, context);
  if (!table) return null;
  if (table.head.length > 0) return getLines(value, field, context).map((line, at) => `${at + 1}. ${line}`);
  return table.rows.flatMap(([name, words]) => (words === '' ? [] : [`${name}: ${words}`]));
}

export interface RowDiff {
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

/** Returns the lines of `all` that `others` lacks, as often as they are missing, with their positions. */
function listMissing(all: readonly string[], others: readonly string[]): { line: string; at: number }[] {
  const left = [...others];
  return all.flatMap((line, at) => {
    const found = left.indexOf(line);
    if (found < 0) return [{ line, at }];
    left.splice(found, 1);
    return [];
  });
}

/**
 * Returns the rows that a change of a JSON value removed and added, one line each. When rows only moved, all are returned.
 * Returns null when a value is neither a list nor an object.
 */
export function diffRows(before: unknown, after: unknown, field: JsonParts, context: FormatContext): RowDiff | null {
  const isJson = (value: unknown) => value === null || value === undefined || typeof value === 'object';
  if (!isJson(before) || !isJson(after)) return null;
  const [from, to] = [getLines(before, field, context), getLines(after, field, context)];
  const [gone, came] = [listMissing(from, to), listMissing(to, from)];
  const isList = Array.isArray(before) || Array.isArray(after);
  const reported = (line: string, at: number) => (isList ? `${at + 1}. ${line}` : line);
  if (gone.length + came.length === 0) return { gone: from.map(reported), came: to.map(reported) };
  return { gone: gone.map(({ line, at }) => reported(line, at)), came: came.map(({ line, at }) => reported(line, at)) };
}

/** Whether a value has the JSON type of its field. A mask or a stored form does not. */
export function isOfKind(field: Field, value: unknown): boolean {
  if (field.kind === 'choices' || field.kind === 'tags') return Array.isArray(value);
  if (field.kind === 'time') return typeof value === 'number';
  return typeof value !== 'object';
}

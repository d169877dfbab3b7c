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

/** How many of a kind; one is named apart, since English has a singular. */
const counted: Readonly<Record<WorkFile['kind'], { readonly one: LocalizedText; readonly many: LocalizedText }>> = {
  image: { one: { zh: '1 张图片', en: '1 image' }, many: { zh: '张图片', en: 'images' } },
  video: { one: { zh: '1 段视频', en: '1 video' }, many: { zh: '段视频', en: 'videos' } },
  audio: { one: { zh: '1 段音频', en: '1 audio clip' }, many: { zh: '段音频', en: 'audio clips' } },
  other: { one: { zh: '1 个文件', en: '1 file' }, many: { zh: '个文件', en: 'files' } },
};
const entries = { one: { zh: '1 项', en: '1 item' }, many: { zh: '项', en: 'entries' } };

const count = (number: number, words: { readonly one: LocalizedText; readonly many: LocalizedText }, locale: Locale) =>
  number === 1 ? localize(words.one, locale) : `${number} ${localize(words.many, locale)}`;

/** Whether a value is an object or a list. */
const isCompound = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The files of which a value consists, and of nothing else; none when it holds anything besides. */
export function pickFiles(value: unknown): readonly WorkFile[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const files = listWorkFiles(value);
  // Any text could be the name of a file; alone it is taken for one only when it may be followed.
  const isMarked = list.every(
    (one) => isCompound(one) || files.some(({ given, url }) => given === one && url !== null),
  );
  return isMarked && files.length === list.length ? files : [];
}

function filesInWords(files: readonly WorkFile[], locale: Locale): string {
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  const said = kinds.map((kind) => count(files.filter((file) => file.kind === kind).length, counted[kind], locale));
  const [first] = files;
  const [colon, comma] = locale === 'zh-CN' ? ['：', '、'] : [': ', ', '];
  return files.length === 1 && first ? `${said[0]}${colon}${first.title || first.given}` : said.join(comma);
}

/** A JSON value in one line of words: files are counted, lists too long for a line as well, the rest is shortened. */
export function formatJson(value: unknown, locale: Locale): string {
  if (!isCompound(value)) return String(value ?? '');
  const files = pickFiles(value);
  if (files.length > 0) return filesInWords(files, locale);
  if (Array.isArray(value))
    return value.some(isCompound) ? count(value.length, entries, locale) : value.map((one) => String(one)).join(', ');
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${Array.isArray(one) || !isCompound(one) ? formatJson(one, locale) : '{…}'}`)
    .join('; ');
}

/** A JSON value as people read it: a line of titles, none for an object's own names, and a row an item. */
export interface JsonTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Entry = Readonly<Record<string, unknown>>;
type JsonParts = Pick<FieldOf<'json'>, 'rows' | 'parts'>;

function words(value: unknown, field: Field | undefined, context: FormatContext): string {
  if (value === null || value === undefined) return '';
  if (field && isOfKind(field, value)) return formatValue(value, field, context);
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    const isKnown = field?.kind === 'json' && createJsonTable(value, field, context) !== null;
    return isKnown ? lines(value, field, context).join(' | ') : JSON.stringify(value);
  }
  return formatJson(value, context.locale);
}

/** A context that knows what the records are called which a record's JSON names: its get says so next to the value. */
export function withCalled<C extends FormatContext>(context: C, record: Entry, name: string): C {
  const called = record[`${name}Label`];
  return isObject(called) ? { ...context, recordNames: called as RecordNames } : context;
}

/** Amounts of an entry are in the currency that it names. */
const within = (entry: Entry, context: FormatContext): FormatContext =>
  typeof entry.currency === 'string' ? { ...context, currency: entry.currency } : context;

/** What a JSON field knows of the keys in its value. */
export function getJsonParts({ rows, parts }: JsonParts): Fields {
  return rows ?? parts ?? {};
}

/** What is known of a key; nothing for one that every object has by itself, such as `constructor`. */
export function getJsonPart(known: Fields, key: string): Field | undefined {
  return Object.hasOwn(known, key) ? known[key] : undefined;
}

/** The keys that say something, those that the field knows first and in its order. */
export function listJsonKeys(entries: readonly Entry[], known: Fields): string[] {
  const all = new Set([...Object.keys(known), ...entries.flatMap((entry) => Object.keys(entry))]);
  return [...all].filter((key) => entries.some((entry) => (entry[key] ?? null) !== null));
}

/** A list of objects or an object as rows of words; null for every other value, and for an empty one. */
export function createJsonTable(value: unknown, field: JsonParts, context: FormatContext): JsonTable | null {
  const known = getJsonParts(field);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    const keys = listJsonKeys(value, known);
    const title = (key: string) => {
      const part = getJsonPart(known, key);
      return part ? localize(part.label, context.locale) : key;
    };
    return {
      head: keys.map(title),
      rows: value.map((entry) => keys.map((key) => words(entry[key], getJsonPart(known, key), within(entry, context)))),
    };
  }
  if (!isObject(value) || Object.keys(value).length === 0) return null;
  return { head: [], rows: entryRows(value, known, context) };
}

/** An object as rows of a name and words; those of an object or a list inside that is known stand under both names. */
function entryRows(entry: Entry, known: Fields, context: FormatContext): [string, string][] {
  return Object.entries(entry).flatMap(([key, one]): [string, string][] => {
    const field = getJsonPart(known, key);
    const name = field ? localize(field.label, context.locale) : key;
    if (field?.kind === 'json' && field.rows && Array.isArray(one) && one.length > 0 && one.every(isObject))
      return lines(one, field, context).map((line, at) => [one.length > 1 ? `${name} / ${at + 1}` : name, line]);
    const inner = field?.kind === 'json' && field.parts;
    if (!inner || !isObject(one)) return [[name, words(one, field, within(entry, context))]];
    return entryRows(one, inner, context).map(([part, reported]) => [`${name} / ${part}`, reported]);
  });
}

/** Each row in one line, an item of a list with its place: `2. Name: a; Limit: 5`. */
function lines(value: unknown, field: JsonParts, context: FormatContext): string[] {
  const table = createJsonTable(value, field, context);
  if (!table) return Array.isArray(value) ? value.map((one) => words(one, undefined, context)) : [];
  const { head, rows } = table;
  if (head.length === 0) return rows.map((row) => row.join(': '));
  return rows.map((row) => row.flatMap((cell, at) => (cell === '' ? [] : [`${head[at]}: ${cell}`])).join('; '));
}

/** A list of objects or an object as lines of words, without what says nothing; null for every other value, and for an empty one. */
export function formatJsonLines(value: unknown, field: JsonParts, context: FormatContext): string[] | null {
  const table = createJsonTable(value, field, context);
  if (!table) return null;
  if (table.head.length > 0) return lines(value, field, context).map((line, at) => `${at + 1}. ${line}`);
  return table.rows.flatMap(([name, words]) => (words === '' ? [] : [`${name}: ${words}`]));
}

export interface RowDiff {
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

/** Those of `all` that are not among `others`, each as often as it is missing there, with their places. */
function missing(all: readonly string[], others: readonly string[]): { line: string; at: number }[] {
  const left = [...others];
  return all.flatMap((line, at) => {
    const found = left.indexOf(line);
    if (found < 0) return [{ line, at }];
    left.splice(found, 1);
    return [];
  });
}

/**
 * What a change of a JSON value took away and what it brought, a line a row; rows that only moved are all shown. Null when one of
 * the two is neither a list nor an object.
 */
export function diffRows(before: unknown, after: unknown, field: JsonParts, context: FormatContext): RowDiff | null {
  const isJson = (value: unknown) => value === null || value === undefined || typeof value === 'object';
  if (!isJson(before) || !isJson(after)) return null;
  const [from, to] = [lines(before, field, context), lines(after, field, context)];
  const [gone, came] = [missing(from, to), missing(to, from)];
  const isList = Array.isArray(before) || Array.isArray(after);
  const reported = (line: string, at: number) => (isList ? `${at + 1}. ${line}` : line);
  if (gone.length + came.length === 0) return { gone: from.map(reported), came: to.map(reported) };
  return { gone: gone.map(({ line, at }) => reported(line, at)), came: came.map(({ line, at }) => reported(line, at)) };
}

/** Whether a value has the shape of its kind: a mask or a stored form has not. */
export function isOfKind(field: Field, value: unknown): boolean {
  if (field.kind === 'choices' || field.kind === 'tags') return Array.isArray(value);
  if (field.kind === 'time') return typeof value === 'number';
  return typeof value !== 'object';
}

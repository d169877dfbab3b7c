import {
  type AnyResource,
  type Catalogue,
  can,
  type Field,
  type FieldOf,
  type Fields,
  findField,
  findResource,
  getEnglishTitleName,
  type Locale,
  type RecordNames,
  snake,
  toTableName,
  withFullAccess,
} from '@gantry/core';
import { type Reader, type Row, withNamedTables } from '../database.ts';

/** Maximum length of a label, in characters. */
const maxLabelLength = 80;

/** The columns from which the labels of an entity's records are read. */
interface TitleSource {
  readonly table: string;
  readonly titleColumn: string;
  /** Column of the English title, which may be empty; null when the titles have only one language. */
  readonly englishColumn: string | null;
}

/** A field that refers to a record of another resource, and the source of its label. */
interface LabelSource extends TitleSource {
  readonly name: string;
  readonly column: string;
  /** Column of the other table with the same value. */
  readonly key: string;
}

/** Returns the resource that a field refers to and the field there with the same value; null for other fields. */
export function findLabelTarget(field: Field | undefined): { readonly to: string; readonly by: string } | null {
  if (field?.kind === 'reference') return { to: field.to, by: 'id' };
  if (field?.kind !== 'integer') return null;
  return field.idOf === undefined ? (field.namedBy ?? null) : { to: field.idOf, by: 'id' };
}

/** Returns null for an entity whose records or titles the role may not read. */
function findTitleSource(catalogue: Catalogue, name: string, role: string | null): TitleSource | null {
  const target = findResource(catalogue, name);
  if (!target || !can(withFullAccess(role ?? ''), target, 'get')) return null;
  if (target.fields[target.title]?.personal && role !== 'admin') return null;
  const english = getEnglishTitleName(target.title);
  const englishColumn = target.fields[english] ? snake(english) : null;
  return { table: toTableName(target.name), titleColumn: snake(target.title), englishColumn };
}

/** Returns the label sources of the fields that refer to records that the role may read; others have no label. */
export function listLabelSources(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string | null,
): LabelSource[] {
  return names.flatMap((name) => {
    const target = findLabelTarget(findField(resource, name));
    const source = target ? findTitleSource(catalogue, target.to, role) : null;
    return target && source ? [{ name, column: snake(name), key: snake(target.by), ...source }] : [];
  });
}

export type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Loads the labels of all rows: one query per referenced table, however many rows and fields there are. */
export async function readLabels(
  read: Reader,
  sources: readonly LabelSource[],
  rows: readonly Row[],
  locale: Locale,
): Promise<Labels> {
  const labels = new Map<string, ReadonlyMap<number, string>>();
  const titlesByColumn = new Map<string, Map<number, string>>();
  for (const source of sources) {
    const { name, table, key } = source;
    const columnKey = `${table}.${key}`;
    if (!titlesByColumn.has(columnKey)) {
      const columns = sources.filter((one) => one.table === table && one.key === key).map(({ column }) => column);
      titlesByColumn.set(columnKey, await loadTitles(read, source, collectIds(rows, columns), locale));
    }
    labels.set(name, titlesByColumn.get(columnKey) ?? new Map());
  }
  return labels;
}

function collectIds(rows: readonly Row[], columns: readonly string[]): number[] {
  const cells = rows.flatMap((row) => columns.map((column) => row[column]));
  return [...new Set(cells.filter((id): id is number => typeof id === 'number'))];
}

/**
 * Loads the titles of records by their key. Deleted records are missing. If several records have the same key, the oldest one
 * counts. In English, the English title is used when there is one.
 */
async function loadTitles(
  read: Reader,
  { table, titleColumn, englishColumn, key = 'id' }: TitleSource & { readonly key?: string },
  values: readonly number[],
  locale: Locale,
) {
  if (values.length === 0) return new Map<number, string>();
  const found = await withNamedTables(read)
    .selectFrom(table)
    .select([key, titleColumn, ...(englishColumn && locale === 'en-US' ? [englishColumn] : [])])
    .where(key, 'in', values)
    .orderBy('id', 'desc')
    .execute();
  const getTitle = (row: Row) => String((englishColumn && row[englishColumn]) || row[titleColumn] || '');
  return new Map(found.map((row) => [Number(row[key]), getTitle(row).slice(0, maxLabelLength)]));
}

/** Loads the titles of records of one resource by their ids; empty for a resource that the role may not read. */
export async function readTitles(
  read: Reader,
  catalogue: Catalogue,
  resource: string,
  role: string | null,
  ids: readonly number[],
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  const source = findTitleSource(catalogue, resource, role);
  return source ? loadTitles(read, source, ids, locale) : new Map();
}

/** Maximum number of records of one entity with labels in one response; others are shown by their numbers. */
const maxListed = 500;

type Ids = Map<string, Set<number>>;
type JsonField = FieldOf<'json'>;

const getParts = ({ rows, parts }: JsonField): Fields => rows ?? parts ?? {};

function containsReferences(field: Field): boolean {
  if (field.kind === 'reference') return true;
  return field.kind === 'json' && Object.values(getParts(field)).some(containsReferences);
}

function collectReferences(field: Field | undefined, value: unknown, ids: Ids): void {
  if (field?.kind === 'reference' && typeof value === 'number') {
    ids.set(field.to, (ids.get(field.to) ?? new Set()).add(value));
  }
  if (field?.kind !== 'json' || typeof value !== 'object' || value === null) return;
  const parts = getParts(field);
  for (const entry of Array.isArray(value) ? value : [value])
    for (const [key, part] of Object.entries(parts))
      collectReferences(part, (entry as Record<string, unknown> | null)?.[key], ids);
}

/** Returns the JSON fields among some names whose values refer to records. */
export function findReferringJsonFields(
  resource: AnyResource,
  names: readonly string[],
): ReadonlyMap<string, JsonField> {
  return new Map(
    names.flatMap((name) => {
      const field = findField(resource, name);
      return field?.kind === 'json' && containsReferences(field) ? [[name, field] as const] : [];
    }),
  );
}

/**
 * Loads the labels of the records that JSON values refer to, for each record by field; without records that the role may not
 * read. One query per entity, however many records there are.
 */
export async function loadInnerLabels(
  read: Reader,
  catalogue: Catalogue,
  role: string | null,
  fields: ReadonlyMap<string, JsonField>,
  records: readonly Readonly<Record<string, unknown>>[],
  locale: Locale,
): Promise<ReadonlyMap<string, RecordNames>[]> {
  if (fields.size === 0) return [];
  const idsOfRecords = records.map((record) => collectIdsByField(fields, record));
  const wanted: Ids = new Map();
  for (const ids of idsOfRecords.flatMap((byField) => [...byField.values()]))
    for (const [to, newIds] of ids) wanted.set(to, new Set([...(wanted.get(to) ?? []), ...newIds]));
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const [to, ids] of wanted) {
    titles.set(to, await readTitles(read, catalogue, to, role, [...ids].slice(0, maxListed), locale));
  }
  return idsOfRecords.map((byField) => new Map([...byField].map(([name, ids]) => [name, toRecordNames(ids, titles)])));
}

function collectIdsByField(
  fields: ReadonlyMap<string, JsonField>,
  record: Readonly<Record<string, unknown>>,
): Map<string, Ids> {
  const byField = new Map<string, Ids>();
  for (const [name, field] of fields) {
    const ids: Ids = new Map();
    collectReferences(field, record[name], ids);
    if (ids.size > 0) byField.set(name, ids);
  }
  return byField;
}

function toRecordNames(ids: Ids, titles: ReadonlyMap<string, ReadonlyMap<number, string>>): RecordNames {
  const labels: Record<string, Record<number, string>> = {};
  for (const [to, wanted] of ids)
    for (const id of wanted) {
      const title = titles.get(to)?.get(id);
      if (title !== undefined) labels[to] = { ...labels[to], [id]: title };
    }
  return labels;
}

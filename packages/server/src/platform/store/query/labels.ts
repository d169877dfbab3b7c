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
  tableName,
  withFullAccess,
} from '@gantry/core';
import { type Reader, type Row, withNamedTables } from '../database.ts';

/** Longest label of a reference, in characters. */
const longestLabel = 80;

/** What the labels of an entity's records are taken from. */
interface TitleSource {
  readonly table: string;
  readonly titleColumn: string;
  /** The column of its English title, which may be empty; null where titles have one language. */
  readonly englishColumn: string | null;
}

/** A field that names a record of another resource, and what the label is taken from. */
interface LabelSource extends TitleSource {
  readonly name: string;
  readonly column: string;
  /** The column of the other table that holds the same value. */
  readonly key: string;
}

/** The resource whose records a field names, and the field of it that holds the same value; null for a field that names none. */
export function findLabelTarget(field: Field | undefined): { readonly to: string; readonly by: string } | null {
  if (field?.kind === 'reference') return { to: field.to, by: 'id' };
  if (field?.kind !== 'integer') return null;
  return field.idOf === undefined ? (field.namedBy ?? null) : { to: field.idOf, by: 'id' };
}

/** Nothing for an entity whose records, or whose names, the role may not read. */
function findTitleSource(catalogue: Catalogue, name: string, role: string | null): TitleSource | null {
  const target = findResource(catalogue, name);
  if (!target || !can(withFullAccess(role ?? ''), target, 'get')) return null;
  if (target.fields[target.title]?.personal && role !== 'admin') return null;
  const english = getEnglishTitleName(target.title);
  const englishColumn = target.fields[english] ? snake(english) : null;
  return { table: tableName(target.name), titleColumn: snake(target.title), englishColumn };
}

/** Fields among some that name records which the role may read; the others have no label for it. */
export function listLabelSources(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string | null,
): LabelSource[] {
  return names.flatMap((name) => {
    const named = findLabelTarget(findField(resource, name));
    const source = named ? findTitleSource(catalogue, named.to, role) : null;
    return named && source ? [{ name, column: snake(name), key: snake(named.by), ...source }] : [];
  });
}

export type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The labels of all rows: one query a table that is referred to, however many rows and fields there are. */
export async function readLabels(
  read: Reader,
  sources: readonly LabelSource[],
  rows: readonly Row[],
  locale: Locale,
): Promise<Labels> {
  const labels = new Map<string, ReadonlyMap<number, string>>();
  const known = new Map<string, Map<number, string>>();
  for (const source of sources) {
    const { name, table, key } = source;
    const place = `${table}.${key}`;
    if (!known.has(place)) {
      const columns = sources.filter((one) => one.table === table && one.key === key).map(({ column }) => column);
      known.set(place, await loadTitles(read, source, idsIn(rows, columns), locale));
    }
    labels.set(name, known.get(place) ?? new Map());
  }
  return labels;
}

function idsIn(rows: readonly Row[], columns: readonly string[]): number[] {
  const cells = rows.flatMap((row) => columns.map((column) => row[column]));
  return [...new Set(cells.filter((id): id is number => typeof id === 'number'))];
}

/** Titles of a table's records by their key; those that are no more are missing, and the oldest of several has its name shown. In English they are in English where they have such a title. */
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
  const titleOf = (row: Row) => String((englishColumn && row[englishColumn]) || row[titleColumn] || '');
  return new Map(found.map((row) => [Number(row[key]), titleOf(row).slice(0, longestLabel)]));
}

/** Titles of records of one resource by their ids; none of a resource whose records the role may not read. */
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

/** Records of one entity that are named in an answer at most; those beyond it go by their numbers. */
const maxListed = 500;

type Ids = Map<string, Set<number>>;
type JsonField = FieldOf<'json'>;

const partsOf = ({ rows, parts }: JsonField): Fields => rows ?? parts ?? {};

function namesRecords(field: Field): boolean {
  if (field.kind === 'reference') return true;
  return field.kind === 'json' && Object.values(partsOf(field)).some(namesRecords);
}

function gather(field: Field | undefined, value: unknown, ids: Ids): void {
  if (field?.kind === 'reference' && typeof value === 'number') {
    ids.set(field.to, (ids.get(field.to) ?? new Set()).add(value));
  }
  if (field?.kind !== 'json' || typeof value !== 'object' || value === null) return;
  const parts = partsOf(field);
  for (const entry of Array.isArray(value) ? value : [value])
    for (const [key, part] of Object.entries(parts))
      gather(part, (entry as Record<string, unknown> | null)?.[key], ids);
}

/** Fields whose values name records inside, among some. */
export function findNamingFields(resource: AnyResource, names: readonly string[]): ReadonlyMap<string, JsonField> {
  return new Map(
    names.flatMap((name) => {
      const field = findField(resource, name);
      return field?.kind === 'json' && namesRecords(field) ? [[name, field] as const] : [];
    }),
  );
}

/**
 * What the records are called that values name, for each of some records by field; those of entities that the role may not read go
 * without. A query an entity, however many records there are.
 */
export async function loadLabelsInside(
  read: Reader,
  catalogue: Catalogue,
  role: string | null,
  fields: ReadonlyMap<string, JsonField>,
  records: readonly Readonly<Record<string, unknown>>[],
  locale: Locale,
): Promise<ReadonlyMap<string, RecordNames>[]> {
  if (fields.size === 0) return [];
  const named = records.map((record) => idsOf(fields, record));
  const wanted: Ids = new Map();
  for (const ids of named.flatMap((byField) => [...byField.values()]))
    for (const [to, some] of ids) wanted.set(to, new Set([...(wanted.get(to) ?? []), ...some]));
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const [to, ids] of wanted) {
    titles.set(to, await readTitles(read, catalogue, to, role, [...ids].slice(0, maxListed), locale));
  }
  return named.map((byField) => new Map([...byField].map(([name, ids]) => [name, called(ids, titles)])));
}

function idsOf(fields: ReadonlyMap<string, JsonField>, record: Readonly<Record<string, unknown>>): Map<string, Ids> {
  const byField = new Map<string, Ids>();
  for (const [name, field] of fields) {
    const ids: Ids = new Map();
    gather(field, record[name], ids);
    if (ids.size > 0) byField.set(name, ids);
  }
  return byField;
}

function called(ids: Ids, titles: ReadonlyMap<string, ReadonlyMap<number, string>>): RecordNames {
  const labels: Record<string, Record<number, string>> = {};
  for (const [to, wanted] of ids)
    for (const id of wanted) {
      const title = titles.get(to)?.get(id);
      if (title !== undefined) labels[to] = { ...labels[to], [id]: title };
    }
  return labels;
}

import {
  type AnyResource,
  allFields,
  type Field,
  getDefault,
  getFirstState,
  isLog,
  memoizePer,
  snake,
  tableName,
} from '@gantry/core';
import { getColumnType, toCell } from './columns.ts';
import {
  type Cell,
  type Dialect,
  getId,
  type NewColumn,
  type Row,
  type RowOfResource,
  type SearchEntry,
  type Tx,
  withNamedTables,
} from './database.ts';
import { keyColumns, withKeys } from './folded-keys.ts';
import { indexedColumns } from './search/indexed.ts';
import { indexWords } from './search/words.ts';

/** Ids that one statement names at most: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const idsAtOnce = 10_000;

/** A list cut into pieces of so many at most, in its order. */
export function splitIntoBatches<T>(all: readonly T[], most: number = idsAtOnce): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += most) batches.push(all.slice(from, from + most));
  return batches;
}

/** Who writes, and when; null is the system itself. */
export interface Stamp {
  readonly by: number | null;
  readonly at: number;
}

/** Locks up a secret so that the database alone does not give it away. */
export interface Sealer {
  seal(plain: string, table: string, column: string): string;
}

interface WrittenField {
  readonly name: string;
  readonly field: Field;
  readonly column: string;
}

/** How rows of an entity are made. */
interface RowShape {
  readonly fields: readonly WrittenField[];
  /** Their values when none are given, except who created the record and when. */
  readonly usual: Readonly<Row>;
  /** Columns of an insert: of the fields, and of the keys of those that are folded. */
  readonly columns: readonly NewColumn[];
  /** A log has only the time. */
  readonly isVersioned: boolean;
}

function shapeOf(resource: AnyResource, fields: readonly WrittenField[]): RowShape {
  const usual = fields.map(({ field, column }) => [column, toCell(initialOf(resource, field), field)] as const);
  const own = fields.map(({ field, column }) => ({ name: column, type: getColumnType(field) }));
  const keys = keyColumns(resource).map(({ key }) => ({ name: key, type: 'text' as const }));
  return { fields, usual: Object.fromEntries(usual), columns: [...own, ...keys], isVersioned: !isLog(resource) };
}

/** What the engine writes of an entity: all but the id, and secrets only where they are sealed. */
const shapesOf = memoizePer((resource: AnyResource) => {
  const fields = Object.entries(allFields(resource)).flatMap(([name, field]) =>
    name === 'id' ? [] : [{ name, field, column: snake(name) }],
  );
  const open = fields.filter(({ field }) => field.kind !== 'secret');
  return { sealed: shapeOf(resource, fields), open: shapeOf(resource, open) };
});

function writtenShape(resource: AnyResource, sealer: Sealer | undefined): RowShape {
  return sealer ? shapesOf(resource).sealed : shapesOf(resource).open;
}

function cellOf(resource: AnyResource, name: string, field: Field, value: unknown, sealer: Sealer | undefined): Cell {
  if (field.kind !== 'secret' || typeof value !== 'string') return toCell(value, field);
  return sealer?.seal(value, tableName(resource.name), snake(name)) ?? null;
}

type RowOf = (values: Readonly<Record<string, unknown>>) => Row;

/** Makes rows of new records: given values, defaults for the rest, the first state, version 1. */
export function createRowMaker(resource: AnyResource, { by, at }: Stamp, sealer?: Sealer): RowOf {
  const { fields, usual, isVersioned } = writtenShape(resource, sealer);
  const made = isVersioned
    ? { version: 1, created_at: at, updated_at: at, created_by: by, updated_by: by }
    : { created_at: at };
  return (values) => {
    const row: Row = { ...usual, ...made };
    for (const { name, field, column } of fields) {
      const value = values[name];
      if (value !== undefined) row[column] = cellOf(resource, name, field, value, sealer);
    }
    return withKeys(resource, row);
  };
}

/** The row of one new record. */
export function createRow(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  stamp: Stamp,
  sealer?: Sealer,
): Row {
  return createRowMaker(resource, stamp, sealer)(values);
}

function initialOf(resource: AnyResource, field: Field): unknown {
  return field.kind === 'state' ? getFirstState(resource) : getDefault(field);
}

function wordsOf(columns: readonly string[], row: Row): string[] {
  return indexWords(columns.map((column) => String(row[column] ?? '')));
}

/** Inserts rows (of `newRow`) with their index entries, all with two statements. Gives their ids in order. */
export async function insertRecords(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  rows: readonly Row[],
  sealer?: Sealer,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const table = tableName(resource.name);
  const { columns } = writtenShape(resource, sealer);
  const cells = rows.map((row) => columns.map(({ name }) => (row[name] ?? null) as Cell));
  const ids = await dialect.insertMany(tx, table, columns, cells);
  const searched = indexedColumns(resource);
  if (searched.length > 0) await dialect.search.add(tx, table, entriesOf(searched, rows, ids));
  return ids;
}

function* entriesOf(columns: readonly string[], rows: readonly Row[], ids: readonly number[]): Iterable<SearchEntry> {
  for (const [at, row] of rows.entries()) yield { id: ids[at] ?? 0, words: wordsOf(columns, row) };
}

/** Changed values as columns, without the keys of those that are folded: whoever writes them adds these. */
export function toChangedCells(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  sealer?: Sealer,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    if (field && (field.kind !== 'secret' || sealer)) cells[snake(name)] = cellOf(resource, name, field, value, sealer);
  }
  return cells;
}

/** Writes some columns of a record, with the next version and who did it, and its index entry. Gives the new row. */
export async function changeRecord<R extends AnyResource>(
  tx: Tx,
  dialect: Dialect,
  resource: R,
  row: Row,
  cells: Readonly<Record<string, Cell>>,
  { by, at }: Stamp,
): Promise<RowOfResource<R>> {
  const table = tableName(resource.name);
  const base =
    'version' in allFields(resource) ? { version: Number(row.version) + 1, updated_at: at, updated_by: by } : {};
  const changes: Row = { ...withKeys(resource, cells), ...base };
  await withNamedTables(tx).updateTable(table).set(changes).where('id', '=', row.id).execute();
  const changed = { ...row, ...changes };
  await reindex(tx, dialect, resource, row, changed);
  return changed as Row as RowOfResource<R>;
}

async function reindex(tx: Tx, dialect: Dialect, resource: AnyResource, before: Row, after: Row): Promise<void> {
  const searched = indexedColumns(resource);
  if (searched.some((column) => before[column] !== after[column])) await reindexRows(tx, dialect, resource, [after]);
}

/** Makes the index entries of rows again. */
export async function reindexRows(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  rows: readonly Row[],
): Promise<void> {
  const searched = indexedColumns(resource);
  if (searched.length === 0 || rows.length === 0) return;
  const table = tableName(resource.name);
  const entries = rows.map((row) => ({ id: getId(row), words: wordsOf(searched, row) }));
  await dialect.search.remove(
    tx,
    table,
    entries.map(({ id }) => id),
  );
  await dialect.search.add(tx, table, entries);
}

/** Deletes records with their index entries. */
export async function removeRecords(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  ids: readonly number[],
): Promise<void> {
  const table = tableName(resource.name);
  await withNamedTables(tx)
    .deleteFrom(table)
    .where('id', 'in', [...ids])
    .execute();
  if (indexedColumns(resource).length > 0) await dialect.search.remove(tx, table, ids);
}

/** Rows by id, in its order and however many, held against other writers until the transaction ends; those that are gone are left out. */
export async function lockRows<R extends AnyResource>(
  tx: Tx,
  dialect: Dialect,
  resource: R,
  ids: readonly number[],
): Promise<RowOfResource<R>[]> {
  const rows: Row[] = [];
  for (const some of splitIntoBatches([...new Set(ids)].sort((one, other) => one - other))) {
    const query = withNamedTables(tx)
      .selectFrom(tableName(resource.name))
      .selectAll()
      .where('id', 'in', some)
      .orderBy('id');
    rows.push(...(await (dialect.kind === 'postgres' ? query.forUpdate() : query).execute()));
  }
  return rows as RowOfResource<R>[];
}

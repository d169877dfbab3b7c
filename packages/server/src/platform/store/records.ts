import {
  type AnyResource,
  allFields,
  type Field,
  getDefault,
  getFirstState,
  isLog,
  memoizePer,
  snake,
  toTableName,
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
import { getKeyColumns, withKeys } from './folded-keys.ts';
import { getIndexedColumns } from './search/indexed.ts';
import { indexWords } from './search/words.ts';

/** Maximum number of ids in one statement: SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const maxIdsPerStatement = 10_000;

/** Splits a list into batches of at most `most` items, in order. */
export function splitIntoBatches<T>(all: readonly T[], maxSize: number = maxIdsPerStatement): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += maxSize) batches.push(all.slice(from, from + maxSize));
  return batches;
}

/** Who writes (null is the system), and when, in UTC ms. */
export interface Stamp {
  readonly by: number | null;
  readonly at: number;
}

/** Encrypts secrets, so that the database does not contain them in plain text. */
export interface Sealer {
  seal(plain: string, table: string, column: string): string;
}

interface WrittenField {
  readonly name: string;
  readonly field: Field;
  readonly column: string;
}

/** The columns and defaults of the rows of an entity. */
interface RowShape {
  readonly fields: readonly WrittenField[];
  /** Default values of the columns, without the creator and the creation time. */
  readonly defaults: Readonly<Row>;
  /** Columns of an insert: of the fields, and of the folded keys of unique texts. */
  readonly columns: readonly NewColumn[];
  /** False for a log, which has only a creation time. */
  readonly isVersioned: boolean;
}

function createShape(resource: AnyResource, fields: readonly WrittenField[]): RowShape {
  const defaults = fields.map(
    ({ field, column }) => [column, toCell(getInitialValue(resource, field), field)] as const,
  );
  const fieldColumns = fields.map(({ field, column }) => ({ name: column, type: getColumnType(field) }));
  const keys = getKeyColumns(resource).map(({ key }) => ({ name: key, type: 'text' as const }));
  return {
    fields,
    defaults: Object.fromEntries(defaults),
    columns: [...fieldColumns, ...keys],
    isVersioned: !isLog(resource),
  };
}

/** The shapes of an entity: all fields but the id, and secrets only if they are encrypted. */
const getShapes = memoizePer((resource: AnyResource) => {
  const fields = Object.entries(allFields(resource)).flatMap(([name, field]) =>
    name === 'id' ? [] : [{ name, field, column: snake(name) }],
  );
  const withoutSecrets = fields.filter(({ field }) => field.kind !== 'secret');
  return { sealed: createShape(resource, fields), open: createShape(resource, withoutSecrets) };
});

function getWrittenShape(resource: AnyResource, sealer: Sealer | undefined): RowShape {
  return sealer ? getShapes(resource).sealed : getShapes(resource).open;
}

function toStoredCell(
  resource: AnyResource,
  name: string,
  field: Field,
  value: unknown,
  sealer: Sealer | undefined,
): Cell {
  if (field.kind !== 'secret' || typeof value !== 'string') return toCell(value, field);
  return sealer?.seal(value, toTableName(resource.name), snake(name)) ?? null;
}

type ToRow = (values: Readonly<Record<string, unknown>>) => Row;

/**
 * Returns a function that creates rows of new records: the given values, defaults for the others, the initial state, version 1.
 */
export function createRowMaker(resource: AnyResource, { by, at }: Stamp, sealer?: Sealer): ToRow {
  const { fields, defaults, isVersioned } = getWrittenShape(resource, sealer);
  const systemColumns = isVersioned
    ? { version: 1, created_at: at, updated_at: at, created_by: by, updated_by: by }
    : { created_at: at };
  return (values) => {
    const row: Row = { ...defaults, ...systemColumns };
    for (const { name, field, column } of fields) {
      const value = values[name];
      if (value !== undefined) row[column] = toStoredCell(resource, name, field, value, sealer);
    }
    return withKeys(resource, row);
  };
}

/** Creates the row of one new record. */
export function createRow(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  stamp: Stamp,
  sealer?: Sealer,
): Row {
  return createRowMaker(resource, stamp, sealer)(values);
}

function getInitialValue(resource: AnyResource, field: Field): unknown {
  return field.kind === 'state' ? getFirstState(resource) : getDefault(field);
}

function extractWords(columns: readonly string[], row: Row): string[] {
  return indexWords(columns.map((column) => String(row[column] ?? '')));
}

/** Inserts rows of `createRow` with their index entries in two statements. Returns their ids in order. */
export async function insertRecords(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  rows: readonly Row[],
  sealer?: Sealer,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const table = toTableName(resource.name);
  const { columns } = getWrittenShape(resource, sealer);
  const cells = rows.map((row) => columns.map(({ name }) => (row[name] ?? null) as Cell));
  const ids = await dialect.insertMany(tx, table, columns, cells);
  const searched = getIndexedColumns(resource);
  if (searched.length > 0) await dialect.search.add(tx, table, createSearchEntries(searched, rows, ids));
  return ids;
}

function* createSearchEntries(
  columns: readonly string[],
  rows: readonly Row[],
  ids: readonly number[],
): Iterable<SearchEntry> {
  for (const [at, row] of rows.entries()) yield { id: ids[at] ?? 0, words: extractWords(columns, row) };
}

/** Converts changed values to columns, without the folded keys of unique texts, which the write must add (`withKeys`). */
export function toChangedCells(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  sealer?: Sealer,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    if (field && (field.kind !== 'secret' || sealer))
      cells[snake(name)] = toStoredCell(resource, name, field, value, sealer);
  }
  return cells;
}

/** Updates columns of a record with the next version and the stamp, and its index entry. Returns the new row. */
export async function changeRecord<R extends AnyResource>(
  tx: Tx,
  dialect: Dialect,
  resource: R,
  row: Row,
  cells: Readonly<Record<string, Cell>>,
  { by, at }: Stamp,
): Promise<RowOfResource<R>> {
  const table = toTableName(resource.name);
  const base =
    'version' in allFields(resource) ? { version: Number(row.version) + 1, updated_at: at, updated_by: by } : {};
  const changes: Row = { ...withKeys(resource, cells), ...base };
  await withNamedTables(tx).updateTable(table).set(changes).where('id', '=', row.id).execute();
  const changed = { ...row, ...changes };
  await reindex(tx, dialect, resource, row, changed);
  return changed as Row as RowOfResource<R>;
}

async function reindex(tx: Tx, dialect: Dialect, resource: AnyResource, before: Row, after: Row): Promise<void> {
  const searched = getIndexedColumns(resource);
  if (searched.some((column) => before[column] !== after[column])) await reindexRows(tx, dialect, resource, [after]);
}

/** Recreates the index entries of rows. */
export async function reindexRows(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  rows: readonly Row[],
): Promise<void> {
  const searched = getIndexedColumns(resource);
  if (searched.length === 0 || rows.length === 0) return;
  const table = toTableName(resource.name);
  const entries = rows.map((row) => ({ id: getId(row), words: extractWords(searched, row) }));
  await dialect.search.remove(
    tx,
    table,
    entries.map(({ id }) => id),
  );
  await dialect.search.add(tx, table, entries);
}

/** Deletes records and their index entries. */
export async function removeRecords(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  ids: readonly number[],
): Promise<void> {
  const table = toTableName(resource.name);
  await withNamedTables(tx)
    .deleteFrom(table)
    .where('id', 'in', [...ids])
    .execute();
  if (getIndexedColumns(resource).length > 0) await dialect.search.remove(tx, table, ids);
}

/**
 * Returns rows in the order of ids, locked until the end of the transaction. Rows that do not exist are left out. The number of
 * ids is not limited.
 */
export async function lockRows<R extends AnyResource>(
  tx: Tx,
  dialect: Dialect,
  resource: R,
  ids: readonly number[],
): Promise<RowOfResource<R>[]> {
  const rows: Row[] = [];
  for (const batch of splitIntoBatches([...new Set(ids)].sort((one, other) => one - other))) {
    const query = withNamedTables(tx)
      .selectFrom(toTableName(resource.name))
      .selectAll()
      .where('id', 'in', batch)
      .orderBy('id');
    rows.push(...(await (dialect.kind === 'postgres' ? query.forUpdate() : query).execute()));
  }
  return rows as RowOfResource<R>[];
}

import { allFields, type Field, type FieldKind, snake } from '@gantry/core';
import { type Cell, type Row, type Tx, withNamedTables } from './database.ts';
import { isPostgres } from './prepared-query.ts';
import { normalizeKey } from './search/normalize.ts';
import { fold } from './search/words.ts';

/** The table of a reference, and the records that it accepts, by the values of their choices. */
export interface ReferenceTarget {
  readonly table: string;
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** Whether a reference accepts a record, which was read with the columns of `only`. */
export function isAccepted(only: ReferenceTarget['only'], row: Row): boolean {
  return Object.entries(only).every(([name, values]) => values.includes(String(row[snake(name)])));
}

/**
 * Whether records are locked while a reference to them is written. If only some records are accepted, they must not change until
 * the reference is visible. SQLite runs one writer at a time.
 */
export const isLocked = (tx: Tx, { only }: Pick<ReferenceTarget, 'only'>) =>
  Object.keys(only).length > 0 && isPostgres(tx);

/** Returns why a reference cannot point to a record; null when it can. Runs in the transaction that writes the reference. */
export async function findRejectedReference(tx: Tx, { table, only }: ReferenceTarget, id: number) {
  const columns = ['id', ...Object.keys(only).map(snake)];
  const query = withNamedTables(tx).selectFrom(table).select(columns).where('id', '=', id);
  const found = await (isLocked(tx, { only }) ? query.forKeyShare() : query).executeTakeFirst();
  if (!found) return 'reference' as const;
  return isAccepted(only, found) ? null : ('otherKind' as const);
}

export type ColumnType = 'bigint' | 'integer' | 'text';

const types = {
  text: 'text',
  paragraph: 'text',
  markdown: 'text',
  integer: 'bigint',
  money: 'bigint',
  boolean: 'integer',
  choice: 'text',
  choices: 'text',
  state: 'text',
  reference: 'bigint',
  time: 'bigint',
  date: 'text',
  image: 'text',
  color: 'text',
  secret: 'text',
  tags: 'text',
  json: 'text',
} as const satisfies Record<FieldKind, ColumnType>;

const jsonKinds = new Set<FieldKind>(['choices', 'tags', 'json']);

export function getColumnType(field: Field): ColumnType {
  return types[field.kind];
}

/** Converts a value to a cell: booleans to 1 or 0, lists and JSON to text. */
export function toCell(value: unknown, field: Field): Cell {
  if (value === null || value === undefined) return null;
  if (field.kind === 'boolean') return value === true ? 1 : 0;
  if (jsonKinds.has(field.kind)) return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

/** Returns the column by which a unique field is compared: the column itself, or that of its key. */
export function getUniqueColumn(name: string, field: KeyedField | null | undefined): string {
  return field && getKeyMaker(field) !== null ? `${snake(name)}_key` : snake(name);
}

type KeyedField = Pick<Field, 'unique' | 'comparedAs'>;

/** Returns the function that creates the key of a value; null for a field that is compared by its value. */
export function getKeyMaker({ unique, comparedAs }: KeyedField): ((text: string) => string) | null {
  if (comparedAs === 'normalized') return normalizeKey;
  return unique === 'folded' ? fold : null;
}

/** Returns the cell of that column. */
export function toUniqueCell(value: unknown, field: Field): Cell {
  const cell = toCell(value, field);
  const toKey = getKeyMaker(field);
  return toKey && cell !== null ? toKey(String(cell)) : cell;
}

/** Converts a cell to a value. An empty cell is null, except for booleans. */
export function fromCell(cell: unknown, field: Field): unknown {
  if (field.kind === 'boolean') return cell === 1;
  if (cell === null || cell === undefined) return null;
  return jsonKinds.has(field.kind) ? JSON.parse(String(cell)) : cell;
}

/** Returns a function that reads columns of rows into records, in the order of the names. */
export function createRecordReader(resource: Parameters<typeof allFields>[0], names: readonly string[]) {
  const fields = allFields(resource);
  const plan = names.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, column: snake(name), field }] : [];
  });
  return (row: Row): Record<string, unknown> => {
    const record: Record<string, unknown> = {};
    for (const { name, column, field } of plan) record[name] = fromCell(row[column], field);
    return record;
  };
}

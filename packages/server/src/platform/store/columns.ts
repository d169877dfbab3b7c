import { allFields, type Field, type FieldKind, snake } from '@gantry/core';
import { type Cell, type Row, type Tx, withNamedTables } from './database.ts';
import { isPostgres } from './prepared-query.ts';
import { normalizeKey } from './search/normalize.ts';
import { fold } from './search/words.ts';

/** Where a reference points, and which of the records there it takes, by their choices. */
export interface ReferenceTarget {
  readonly table: string;
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** Whether a record, read with the columns that `only` names, is one that a reference takes. */
export function isTaken(only: ReferenceTarget['only'], row: Row): boolean {
  return Object.entries(only).every(([name, values]) => values.includes(String(row[snake(name)])));
}

/**
 * Whether records are held while a reference to them is written: where only some are taken, they stay so until whoever would
 * change that can see the reference. SQLite's writers come one after the other.
 */
export const isHeld = (tx: Tx, { only }: Pick<ReferenceTarget, 'only'>) =>
  Object.keys(only).length > 0 && isPostgres(tx);

/** Why a reference cannot point to a record; null when it can. In the transaction that writes it. */
export async function findRejectedReference(tx: Tx, { table, only }: ReferenceTarget, id: number) {
  const columns = ['id', ...Object.keys(only).map(snake)];
  const query = withNamedTables(tx).selectFrom(table).select(columns).where('id', '=', id);
  const found = await (isHeld(tx, { only }) ? query.forKeyShare() : query).executeTakeFirst();
  if (!found) return 'reference' as const;
  return isTaken(only, found) ? null : ('otherKind' as const);
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

const written = new Set<FieldKind>(['choices', 'tags', 'json']);

export function getColumnType(field: Field): ColumnType {
  return types[field.kind];
}

/** A value of a record as its column holds it: yes or no is 1 or 0, lists and JSON are text. */
export function toCell(value: unknown, field: Field): Cell {
  if (value === null || value === undefined) return null;
  if (field.kind === 'boolean') return value === true ? 1 : 0;
  if (written.has(field.kind)) return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

/** The column in which a unique field is compared: of one that is compared by a key, the column of that key. */
export function getUniqueColumn(name: string, field: KeyedField | null | undefined): string {
  return field && getKeyMaker(field) !== null ? `${snake(name)}_key` : snake(name);
}

type KeyedField = Pick<Field, 'unique' | 'comparedAs'>;

/** Makes the key by which values of a field are compared; null for one whose values are compared as they are. */
export function getKeyMaker({ unique, comparedAs }: KeyedField): ((text: string) => string) | null {
  if (comparedAs === 'normalized') return normalizeKey;
  return unique === 'folded' ? fold : null;
}

/** What stands in that column. */
export function toUniqueCell(value: unknown, field: Field): Cell {
  const cell = toCell(value, field);
  const toKey = getKeyMaker(field);
  return toKey && cell !== null ? toKey(String(cell)) : cell;
}

/** A column as the record shows it; empty is null, a yes or no is never empty. */
export function fromCell(cell: unknown, field: Field): unknown {
  if (field.kind === 'boolean') return cell === 1;
  if (cell === null || cell === undefined) return null;
  return written.has(field.kind) ? JSON.parse(String(cell)) : cell;
}

/** Reads some columns of rows into records, in the order of the names; the plan is made once. */
export function recordReader(resource: Parameters<typeof allFields>[0], names: readonly string[]) {
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

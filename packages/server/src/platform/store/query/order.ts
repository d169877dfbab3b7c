import { type AnyResource, findField, parseSort, type SortBy, snake } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { type Cell, getId, type Row } from '../database.ts';
import { isNotNull } from '../table-statements.ts';

/** The order of a list: by a column, ties by ID in the same direction. Empty values come first in ascending order. */
export interface Order {
  readonly field: string;
  readonly column: string;
  readonly desc: boolean;
  readonly nullable: boolean;
}

/** The last record of a page: the next one starts after it. */
export interface Position {
  readonly value: Cell;
  readonly id: number;
}

export function resolveOrder(resource: AnyResource, sort: SortBy | undefined): Order {
  const { field, order } = sort ?? parseSort(resource.list.sort);
  const own = resource.fields[field];
  return { field, column: snake(field), desc: order === 'desc', nullable: own !== undefined && !isNotNull(own) };
}

export function isNumeric(resource: AnyResource, order: Order): boolean {
  const kind = findField(resource, order.field)?.kind;
  return kind === 'integer' || kind === 'money' || kind === 'time' || kind === 'reference' || kind === 'boolean';
}

export function getOrderPosition(order: Order, row: Row): Position {
  return { value: (row[order.column] ?? null) as Cell, id: getId(row) };
}

const tableId = sql.ref('t.id');
const formatDirection = (order: Order) => sql.raw(order.desc ? 'desc' : 'asc');

/** @param id the column of the ID: of the table, or of the keyword index when that is the first table of the query */
export function createOrderBy(order: Order, id: RawBuilder<unknown> = tableId): RawBuilder<unknown> {
  if (order.column === 'id') return sql`order by ${id} ${formatDirection(order)}`;
  const nulls = order.nullable ? sql.raw(order.desc ? 'nulls last' : 'nulls first') : sql``;
  return sql`order by ${sql.ref(`t.${order.column}`)} ${formatDirection(order)} ${nulls}, ${id} ${formatDirection(order)}`;
}

/**
 * Returns the conditions of the ranges that follow a position, to be read one after the other: empty and filled values are
 * separate ranges, so that each is a simple range of an index. Without a position, the only range has no condition (null).
 */
export function rangesAfter(
  order: Order,
  position: Position | null,
  id: RawBuilder<unknown> = tableId,
): (RawBuilder<unknown> | null)[] {
  if (position === null) return [null];
  const past = sql.raw(order.desc ? '<' : '>');
  if (order.column === 'id') return [sql`${id} ${past} ${position.id}`];
  const column = sql.ref(`t.${order.column}`);
  if (position.value === null) {
    const rest = sql`${column} is null and ${id} ${past} ${position.id}`;
    return order.desc ? [rest] : [rest, sql`${column} is not null`];
  }
  const afterFilled = sql`(${column}, ${id}) ${past} (${position.value}, ${position.id})`;
  return order.desc && order.nullable ? [afterFilled, sql`${column} is null`] : [afterFilled];
}

const getName = (order: Order) => (order.desc ? `-${order.field}` : order.field);

/** Returns the start of the next page as an opaque text that the client sends back; its format may change. */
export function writeCursor(order: Order, position: Position): string {
  return Buffer.from(JSON.stringify([getName(order), position.value, position.id])).toString('base64url');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Returns the position in a cursor; null when the cursor is malformed or belongs to a list in another order. */
export function readCursor(cursor: string, order: Order, numeric: boolean): Position | null {
  const parsed = parse(cursor);
  if (!Array.isArray(parsed) || parsed.length !== 3) return null;
  const [name, value, id] = parsed as unknown[];
  if (name !== getName(order) || !Number.isSafeInteger(id)) return null;
  const fits = numeric ? Number.isSafeInteger(value) : typeof value === 'string';
  return fits || (value === null && order.nullable) ? { value: value as Cell, id: id as number } : null;
}

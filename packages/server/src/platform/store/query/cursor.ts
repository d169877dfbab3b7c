import type { Cell } from '../database.ts';
import type { Order, Place } from './order.ts';

const nameOf = (order: Order) => (order.desc ? `-${order.field}` : order.field);

/** Where the next page begins, as a word that a client keeps and gives back; its inside is ours to change. */
export function writeCursor(order: Order, place: Place): string {
  return Buffer.from(JSON.stringify([nameOf(order), place.value, place.id])).toString('base64url');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** The place in a cursor; null when it is not one, or one of a list in another order. */
export function readCursor(cursor: string, order: Order, numeric: boolean): Place | null {
  const parsed = parse(cursor);
  if (!Array.isArray(parsed) || parsed.length !== 3) return null;
  const [name, value, id] = parsed as unknown[];
  if (name !== nameOf(order) || !Number.isSafeInteger(id)) return null;
  const fits = numeric ? Number.isSafeInteger(value) : typeof value === 'string';
  return fits || (value === null && order.nullable) ? { value: value as Cell, id: id as number } : null;
}

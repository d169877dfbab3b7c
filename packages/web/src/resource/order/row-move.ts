import type { FieldRecord } from '../../fields/index.ts';
import type { Rows } from '../list/use-rows.ts';

/** A row that is on its way to another index of the rows in sight. */
export interface RowMove {
  readonly id: number;
  /** As it was when the move began: of a long list it may be out of reach by the end. */
  readonly record: FieldRecord;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly by: 'keys' | 'pointer' | 'menu';
  /** It was let go, and the server is told. */
  readonly sent: boolean;
}

/** Index of the record that stands at an index while a row is moved: those between make room. */
export function getSourceIndex(index: number, { from, to }: Pick<RowMove, 'from' | 'to'>): number {
  if (index === to) return from;
  if (from < to && index >= from && index < to) return index + 1;
  if (to < from && index > to && index <= from) return index - 1;
  return index;
}

/** Whether the rows have become others: the record of the move stands elsewhere by now, or nowhere. */
export function isLost({ id, from }: Pick<RowMove, 'id' | 'from'>, rows: Pick<Rows, 'count' | 'at'>): boolean {
  if (from >= rows.count) return true;
  const there = rows.at(from);
  return there !== undefined && there.id !== id;
}

import { type AnyResource, camel, memoizePer, snake } from '@gantry/core';
import { getKeyMaker, getUniqueColumn } from './columns.ts';
import type { Cell, Row } from './database.ts';

interface KeyColumn {
  readonly name: string;
  readonly column: string;
  /** The column that holds the key of the value in `column`. */
  readonly key: string;
  toKey(text: string): string;
}

/** Columns that are compared by a key, such as their text without case and width, each with the column of its key. */
export const keyColumns = memoizePer(({ fields }: Pick<AnyResource, 'fields'>): readonly KeyColumn[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const toKey = getKeyMaker(field);
    return toKey ? [{ name, column: snake(name), key: getUniqueColumn(name, field), toKey }] : [];
  }),
);

const keyOf = (cell: unknown, { toKey }: KeyColumn): Cell =>
  cell === null || cell === undefined ? null : toKey(String(cell));

/** Cells with the keys of those among them that have one. Who writes such a column writes its key with it. */
export function withKeys<Cells extends Row | Readonly<Record<string, Cell>>>(
  resource: Pick<AnyResource, 'fields'>,
  cells: Cells,
): Cells {
  const folded = keyColumns(resource);
  if (folded.length === 0) return cells;
  const keys = folded.filter(({ column }) => column in cells);
  return { ...cells, ...Object.fromEntries(keys.map((one) => [one.key, keyOf(cells[one.column], one)])) };
}

/** Fields whose columns, or keys, broke a unique index. */
export function listBrokenFields(resource: Pick<AnyResource, 'fields'>, columns: readonly string[]): string[] {
  const keys = keyColumns(resource);
  return columns.map((column) => keys.find(({ key }) => key === column)?.name ?? camel(column));
}

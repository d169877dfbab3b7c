import { type AnyResource, camel, memoizePer, snake } from '@gantry/core';
import { getKeyMaker, getUniqueColumn } from './columns.ts';
import type { Cell, Row } from './database.ts';

interface KeyColumn {
  readonly name: string;
  readonly column: string;
  /** Column of the key of the value in `column`. */
  readonly key: string;
  toKey(text: string): string;
}

/** Columns that are compared by a key, such as their text without case and width, with the columns of the keys. */
export const getKeyColumns = memoizePer(({ fields }: Pick<AnyResource, 'fields'>): readonly KeyColumn[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const toKey = getKeyMaker(field);
    return toKey ? [{ name, column: snake(name), key: getUniqueColumn(name, field), toKey }] : [];
  }),
);

const getKey = (cell: unknown, { toKey }: KeyColumn): Cell =>
  cell === null || cell === undefined ? null : toKey(String(cell));

/** Adds the keys of cells. Whoever writes such a column must write its key, too. */
export function withKeys<Cells extends Row | Readonly<Record<string, Cell>>>(
  resource: Pick<AnyResource, 'fields'>,
  cells: Cells,
): Cells {
  const keyed = getKeyColumns(resource);
  if (keyed.length === 0) return cells;
  const keys = keyed.filter(({ column }) => column in cells);
  return { ...cells, ...Object.fromEntries(keys.map((one) => [one.key, getKey(cells[one.column], one)])) };
}

/** Returns the fields whose columns or keys violated a unique index. */
export function listBrokenFields(resource: Pick<AnyResource, 'fields'>, columns: readonly string[]): string[] {
  const keys = getKeyColumns(resource);
  return columns.map((column) => keys.find(({ key }) => key === column)?.name ?? camel(column));
}

import {
  type AnyResource,
  findStateField,
  getEnglishTitleName,
  getManualOrder,
  type ListLook,
  type ListQuery,
  type ListState,
  listAllRuleFields,
  listPermittedFields,
} from '@gantry/core';

/** Rows per call of a scrolled list. */
const scrolledBlock = 100;

export function blockSize(state: ListState, look: ListLook): number {
  return look.flow === 'scroll' ? scrolledBlock : state.pageSize;
}

/** Returns the first and last block (zero-based) that a window of rows needs; a paged list has one. */
export function listNeededBlocks(state: ListState, look: ListLook, first: number, end: number): number[] {
  if (look.flow === 'pages') return [state.page - 1];
  const from = Math.floor(first / scrolledBlock);
  const to = Math.max(from, Math.floor(Math.max(0, end - 1) / scrolledBlock));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Builds the list request without its page: the visible columns and those that identify a row, if the role may read them. */
export function createListBody(
  resource: AnyResource,
  role: string | null,
  state: ListState,
  look: ListLook,
  columns: readonly string[],
): ListQuery {
  const within = getManualOrder(resource)?.within ?? resource.title;
  const { title, removal } = resource;
  const mayReturn = typeof removal === 'object' ? removal.finalOnce : title;
  const permitted = listPermittedFields(resource, role, 'list');
  const titles = [title, getEnglishTitleName(title)];
  const needed = [
    ...titles,
    findStateField(resource)?.name ?? title,
    within,
    mayReturn,
    ...listAllRuleFields(resource),
  ];
  return {
    pageSize: blockSize(state, look),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(Object.keys(state.filters).length > 0 ? { filters: state.filters } : {}),
    ...(state.sort ? { sort: [state.sort] } : {}),
    columns: [...new Set([...columns, ...needed])].filter(
      (name) => name !== 'id' && name !== 'version' && permitted.includes(name),
    ),
  };
}

/** Returns the blocks that can be requested: when the first one has no known cursor, the blocks before it that lead to it. */
export function filterReachableBlocks(wanted: readonly number[], canRequest: (block: number) => boolean): number[] {
  const first = wanted[0] ?? 0;
  let from = first;
  while (from > 0 && !canRequest(from)) from -= 1;
  return [...Array.from({ length: first - from }, (_, step) => from + step), ...wanted];
}

/** A block that was read: its number of rows, and whether others follow. */
export interface SeenBlock {
  readonly block: number;
  readonly rows: number;
  readonly more: boolean;
}

/**
 * Returns the number of rows of a scrolled list: all if they were counted; beyond the counting limit, the rows read so far and
 * some to scroll to, until the end is reached.
 */
export function countScrolledRows(total: number, capped: boolean, size: number, furthest: SeenBlock | null): number {
  if (!capped || furthest === null) return total;
  const seen = furthest.block * size + furthest.rows;
  return furthest.more ? Math.max(total, seen + 2 * size) : seen;
}

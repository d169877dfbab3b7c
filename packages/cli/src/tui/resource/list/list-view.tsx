import {
  type AnyResource,
  allFields,
  type ListAction,
  type ListState,
  listPermittedFields,
  listSortableFields,
  localize,
  parseSort,
} from '@gantry/core';
import { CheckList } from '../../parts/check-list.tsx';
import { measureMenuHeight } from '../../parts/menu.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import { type DataRecord, getCell, type ListColumn, type ListSort, listColumnNames } from './list-columns.ts';

/** How the terminal shows a list, in addition to its filters and sort order. */
export interface ListView {
  /** Whether all columns are shown, scrolled sideways where they do not fit. */
  readonly isWide: boolean;
  /** How many columns after the fixed ones are scrolled out of view. */
  readonly offset: number;
  /** Rows with this text are hidden; empty for none. */
  readonly hidden: string;
}

export const plainView: ListView = { isWide: false, offset: 0, hidden: '' };

/**
 * Maximum number of rows that are loaded automatically while rows are hidden; more are loaded when the cursor is on the last row.
 */
export const maxHiddenRead = 2_000;

/** Whether any cell of a row contains a text, ignoring case. */
export function containsText(columns: readonly ListColumn[], record: DataRecord, text: string, tui: Tui): boolean {
  const query = text.toLowerCase();
  return columns.some((column) => getCell(column, record, tui).text.toLowerCase().includes(query));
}

/** Whether a column is never scrolled out of a wide list: the ID and the name of a record. */
const isFixed = (resource: AnyResource, { name }: ListColumn) => name === 'id' || name === resource.title;

/**
 * The columns of a wide list: the fixed ones, then those from the scroll position on. When space is short, the last columns are
 * dropped first.
 */
export function scrollColumns(
  resource: AnyResource,
  columns: readonly ListColumn[],
  offset: number,
): readonly ListColumn[] {
  const fixed = columns.filter((column) => isFixed(resource, column));
  const rest = columns.filter((column) => !isFixed(resource, column));
  return [...fixed, ...rest.slice(Math.min(offset, Math.max(0, rest.length - 1)))].map((column, at) => ({
    ...column,
    priority: -at,
  }));
}

/** How many columns a wide list can be scrolled by. */
export const countScrollSteps = (resource: AnyResource, columns: readonly ListColumn[]) =>
  Math.max(0, columns.filter((column) => !isFixed(resource, column)).length - 1);

/**
 * The actions that bring a list to a sort order. Sorting by a field first sorts ascending, the second time descending, and the
 * third time restores the default order.
 */
function listSortSteps(state: ListState, target: ListSort): ListAction[] {
  const step: ListAction = { type: 'sort', field: target.field };
  const isSame = state.sort?.field === target.field;
  if (target.order === 'asc') return isSame ? (state.sort?.order === 'asc' ? [] : [step, step]) : [step];
  return isSame ? (state.sort?.order === 'desc' ? [] : [step]) : [step, step];
}

/** The actions that sort by the next or the previous visible column. */
export function sortByNext(
  resource: AnyResource,
  state: ListState,
  columns: readonly ListColumn[],
  by: 1 | -1,
): ListAction[] {
  const sortable = new Set<string>(listSortableFields(resource));
  const names = columns.map(({ name }) => name).filter((name) => sortable.has(name));
  const sort = state.sort ?? parseSort(resource.list.sort);
  const at = names.indexOf(sort.field);
  const field = names[(at < 0 && by < 0 ? 0 : at) + by] ?? names[by > 0 ? 0 : names.length - 1];
  return field === undefined || field === sort.field ? [] : listSortSteps(state, { field, order: sort.order });
}

/** The actions that reverse the order of a list. */
export function reverseSort(resource: AnyResource, state: ListState): ListAction[] {
  const { field, order } = state.sort ?? parseSort(resource.list.sort);
  return listSortSteps(state, { field, order: order === 'asc' ? 'desc' : 'asc' });
}

/** Asks for the columns of a list; choosing none restores the default columns. */
export async function chooseColumns(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const fields = allFields(resource);
  const permitted = listPermittedFields(resource, tui.role, 'list');
  const options = Object.entries(fields).flatMap(([name, field]) => {
    return permitted.includes(name) && name !== 'id' && field.kind !== 'image'
      ? [{ value: name, label: localize(field.label, tui.locale) }]
      : [];
  });
  const picked = listColumnNames(resource, tui, { chosen: state.columns, isWide: false });
  const found = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
    <CheckList title={tui.t('tui.key.columns')} options={options} picked={picked} onDone={close} />
  ));
  return found === null ? null : { type: 'columns', columns: found.length > 0 ? found : null };
}

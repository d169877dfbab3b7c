import {
  type AnyResource,
  allFields,
  type ListAction,
  type ListState,
  listSortableFields,
  localize,
  parseSort,
  permittedFields,
} from '@gantry/core';
import { measureMenuHeight } from '../../parts/menu.tsx';
import { Picks } from '../../parts/picks.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import { cellOf, type DataRecord, type ListColumn, type ListSort, listColumnNames } from './list-columns.ts';

/** How a list is looked at in the terminal, beside what it is narrowed to. */
export interface ListView {
  /** All columns, side by side behind an edge that can be moved. */
  readonly isWide: boolean;
  /** Columns that are left out behind those that stay. */
  readonly offset: number;
  /** Rows with this text are hidden; empty for none. */
  readonly hidden: string;
}

export const plainView: ListView = { isWide: false, offset: 0, hidden: '' };

/** Rows that are read for a list of which many are hidden, at most: beyond it one goes on by hand. */
export const maxHiddenRead = 2_000;

/** Whether any cell of a row holds a text; small and large letters are the same. */
export function holdsText(columns: readonly ListColumn[], record: DataRecord, text: string, tui: Tui): boolean {
  const wanted = text.toLowerCase();
  return columns.some((column) => cellOf(column, record, tui).text.toLowerCase().includes(wanted));
}

/** Columns that always stay in a wide list: the number and the name of a record. */
const isFixed = (resource: AnyResource, { name }: ListColumn) => name === 'id' || name === resource.title;

/** All columns of a wide list from the first in sight on; what names a record stays, and the last ones give way first. */
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

/** How far a wide list can be moved. */
export const countScrolled = (resource: AnyResource, columns: readonly ListColumn[]) =>
  Math.max(0, columns.filter((column) => !isFixed(resource, column)).length - 1);

/** The steps that lead a list to an order: the same field again turns the order, and once more leaves it. */
function stepsToSort(state: ListState, wanted: ListSort): ListAction[] {
  const step: ListAction = { type: 'sort', field: wanted.field };
  const isSame = state.sort?.field === wanted.field;
  if (wanted.order === 'asc') return isSame ? (state.sort?.order === 'asc' ? [] : [step, step]) : [step];
  return isSame ? (state.sort?.order === 'desc' ? [] : [step]) : [step, step];
}

/** The steps that sort by the next column in sight, or by the one before. */
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
  return field === undefined || field === sort.field ? [] : stepsToSort(state, { field, order: sort.order });
}

/** The steps that turn the order of a list round. */
export function reverseSort(resource: AnyResource, state: ListState): ListAction[] {
  const { field, order } = state.sort ?? parseSort(resource.list.sort);
  return stepsToSort(state, { field, order: order === 'asc' ? 'desc' : 'asc' });
}

/** Lets one choose the columns of a list; none of them chosen gives those that it has by itself. */
export async function chooseColumns(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const fields = allFields(resource);
  const permitted = permittedFields(resource, tui.role, 'list');
  const options = Object.entries(fields).flatMap(([name, field]) => {
    return permitted.includes(name) && name !== 'id' && field.kind !== 'image'
      ? [{ value: name, label: localize(field.label, tui.locale) }]
      : [];
  });
  const picked = listColumnNames(resource, tui, { chosen: state.columns, isWide: false });
  const found = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
    <Picks title={tui.t('tui.key.columns')} options={options} picked={picked} onDone={close} />
  ));
  return found === null ? null : { type: 'columns', columns: found.length > 0 ? found : null };
}

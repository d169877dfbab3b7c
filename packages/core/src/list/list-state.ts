import type { SortBy } from '../client/index.ts';

/** Row heights of a list, from the smallest to the largest. */
export const densities = ['mini', 'small', 'medium', 'large'] as const;
export type Density = (typeof densities)[number];

/** The appearance of a list, as opposed to its content. The URL contains it too, so that links and saved views carry it. */
export interface ListLook {
  readonly density: Density;
  /** Column widths that the user set, in pixels by column. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay visible at the start of the row. */
  readonly pinned: readonly string[];
  /** Numbered pages, or one long list that scrolls. */
  readonly flow: 'pages' | 'scroll';
}

export const defaultLook: ListLook = { density: 'small', widths: {}, pinned: [], flow: 'pages' };

const minColumnWidth = 64;
const maxColumnWidth = 960;

/** Limits a column width to full pixels between the minimum and the maximum. */
export function fitWidth(width: number): number {
  return Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));
}

/** Whether a column name can be written to the URL, where commas and colons separate names. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9]+$/.test(name);
}

/** Encodes the appearance as search parameters. Default values are omitted. */
export function encodeListLook(look: ListLook): Record<string, string> {
  const widths = Object.entries(look.widths).filter(([name]) => isPlainName(name));
  const pinned = look.pinned.filter(isPlainName);
  const result: Record<string, string> = {};
  if (look.density !== defaultLook.density) result.density = look.density;
  if (widths.length > 0) result.w = widths.map(([name, width]) => `${name}:${fitWidth(width)}`).join(',');
  if (pinned.length > 0) result.pin = pinned.join(',');
  if (look.flow !== defaultLook.flow) result.flow = look.flow;
  return result;
}

function decodeWidths(text: string | null): Record<string, number> {
  const entries = (text ?? '').split(',').flatMap((part) => {
    const [name = '', digits = ''] = part.split(':');
    return isPlainName(name) && /^\d{1,5}$/.test(digits) ? [[name, fitWidth(Number(digits))] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Decodes the appearance from search parameters. Invalid values become defaults. */
export function decodeListLook(get: (name: string) => string | null): ListLook {
  const density = get('density');
  return {
    density: densities.find((one) => one === density) ?? defaultLook.density,
    widths: decodeWidths(get('w')),
    pinned: [...new Set((get('pin') ?? '').split(',').filter(isPlainName))],
    flow: get('flow') === 'scroll' ? 'scroll' : 'pages',
  };
}

/** All search parameters of a list. Other parameters of the URL are not touched. */
export const listParameters = ['page', 'size', 'q', 'sort', 'cols', 'f', 'density', 'w', 'pin', 'flow'] as const;

/** A selection: some records by ID, or all matching records except some. */
export type Picked =
  | { readonly mode: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly mode: 'allExcept'; readonly ids: ReadonlySet<number> };

/** The content of a list, in the console and the TUI alike. */
export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort: SortBy | null;
  readonly columns: readonly string[] | null;
  readonly picked: Picked;
}

export type ListAction =
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'pageSize'; readonly pageSize: number }
  | { readonly type: 'keyword'; readonly keyword: string }
  | { readonly type: 'filter'; readonly name: string; readonly value: unknown }
  | { readonly type: 'reset' }
  | { readonly type: 'sort'; readonly field: string }
  | { readonly type: 'columns'; readonly columns: readonly string[] | null }
  | ({ readonly type: 'view' } & Pick<ListState, 'keyword' | 'filters' | 'sort' | 'columns'>)
  | { readonly type: 'toggle'; readonly id: number }
  | { readonly type: 'pick'; readonly ids: readonly number[]; readonly on: boolean }
  | { readonly type: 'pickAll' }
  | { readonly type: 'pickNone' };

export const emptySelection: Picked = { mode: 'some', ids: new Set() };

export function createListState(pageSize = 20): ListState {
  return { page: 1, pageSize, keyword: '', filters: {}, sort: null, columns: null, picked: emptySelection };
}

/** Whether a filter value is empty and therefore no filter. */
function isEmptyFilter(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every((edge) => edge === null || edge === undefined);
}

function withFilter(filters: ListState['filters'], name: string, value: unknown): ListState['filters'] {
  const { [name]: _dropped, ...rest } = filters;
  return isEmptyFilter(value) ? rest : { ...rest, [name]: value };
}

/** Returns the next sort: ascending, descending, then the default order. */
function getNextSort(sort: SortBy | null, field: string): SortBy | null {
  if (sort?.field !== field) return { field, order: 'asc' };
  return sort.order === 'asc' ? { field, order: 'desc' } : null;
}

function toggle(picked: Picked, id: number): Picked {
  const ids = new Set(picked.ids);
  if (!ids.delete(id)) ids.add(id);
  return { mode: picked.mode, ids };
}

function withPicked({ mode, ids }: Picked, changed: readonly number[], on: boolean): Picked {
  const next = new Set(ids);
  for (const id of changed) {
    if (on === (mode === 'some')) next.add(id);
    else next.delete(id);
  }
  return { mode, ids: next };
}

/** The reducer of a list. A change of the matching rows returns to page one and clears the selection. */
export function listReducer(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'page':
      return { ...state, page: Math.max(1, action.page) };
    case 'pageSize':
      return { ...state, pageSize: action.pageSize, page: 1 };
    case 'keyword':
      return { ...state, keyword: action.keyword, page: 1, picked: emptySelection };
    case 'filter':
      return {
        ...state,
        filters: withFilter(state.filters, action.name, action.value),
        page: 1,
        picked: emptySelection,
      };
    case 'reset':
      return { ...state, keyword: '', filters: {}, page: 1, picked: emptySelection };
    case 'sort':
      return { ...state, sort: getNextSort(state.sort, action.field), page: 1 };
    case 'columns':
      return { ...state, columns: action.columns };
    case 'view': {
      const { keyword, filters, sort, columns } = action;
      return { ...createListState(state.pageSize), keyword, filters, sort, columns };
    }
    case 'toggle':
      return { ...state, picked: toggle(state.picked, action.id) };
    case 'pick':
      return { ...state, picked: withPicked(state.picked, action.ids, action.on) };
    case 'pickAll':
      return { ...state, picked: { mode: 'allExcept', ids: new Set() } };
    case 'pickNone':
      return { ...state, picked: emptySelection };
  }
}

export function isPicked(picked: Picked, id: number): boolean {
  return picked.ids.has(id) === (picked.mode === 'some');
}

/** Returns the number of selected records, given the number of matching records. */
export function countPicked(picked: Picked, total: number): number {
  return picked.mode === 'some' ? picked.ids.size : Math.max(0, total - picked.ids.size);
}

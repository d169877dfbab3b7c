import type { AnyResource } from '../definition/index.ts';
import { createListState, encodeListLook, type ListLook, type ListState, listParameters } from './list-state.ts';

/** Parameters of a list's address, by name. */
export type ListQueryText = Readonly<Record<string, string>>;

/** What a view keeps: everything of a list but the page that one is on. */
const viewParameters = listParameters.filter((name) => name !== 'page');

const longestParameter = 16_384;

const emptyQuery: ListQueryText = {};

/** What a list shows where neither its address nor a view says so: its initial quick filter, or everything. */
export function getInitialListQuery({ list }: AnyResource): ListQueryText {
  const where = list.initial === undefined ? undefined : list.quick?.[list.initial]?.where;
  return where === undefined ? emptyQuery : encodeListState({ ...createListState(), filters: where });
}

/** A list as a view keeps it. */
export function toViewQuery(state: ListState, look: ListLook): Record<string, string> {
  return { ...encodeListState({ ...state, page: 1 }), ...encodeListLook(look) };
}

/** A stored query as far as it can be read: known names with texts. */
export function readViewQuery(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const known: readonly string[] = viewParameters;
  const fits = ([name, text]: [string, unknown]) =>
    known.includes(name) && typeof text === 'string' && text.length <= longestParameter;
  return entries.every(fits) ? (Object.fromEntries(entries) as Record<string, string>) : null;
}

/** Reads parameters of an address over those of a view: what the address names, even as empty, goes before. */
export function overlayView(
  view: ListQueryText,
  get: (name: string) => string | null,
): (name: string) => string | null {
  return (name) => get(name) ?? view[name] ?? null;
}

/** The parameters that a URL adds to a saved view: only the differences, an emptied parameter as empty. */
export function diffView(view: ListQueryText, query: ListQueryText): Record<string, string> {
  const names = [...new Set([...Object.keys(view), ...Object.keys(query)])];
  const entries = names
    .filter((name) => (view[name] ?? '') !== (query[name] ?? ''))
    .map((name) => [name, query[name] ?? ''] as const);
  return Object.fromEntries(entries);
}

function parseFilters(text: string | null): ListState['filters'] {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ListState['filters']) : {};
  } catch {
    return {};
  }
}

function positive(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** A list state as search parameters of a URL; what equals the start is left out. */
export function encodeListState(state: ListState): Record<string, string> {
  const result: Record<string, string> = {};
  if (state.page > 1) result.page = String(state.page);
  if (state.pageSize !== 20) result.size = String(state.pageSize);
  if (state.keyword !== '') result.q = state.keyword;
  if (state.sort) result.sort = `${state.sort.order === 'desc' ? '-' : ''}${state.sort.field}`;
  if (state.columns) result.cols = state.columns.join(',');
  if (Object.keys(state.filters).length > 0) result.f = JSON.stringify(state.filters);
  return result;
}

/** The state of a URL; what cannot be read is as at the start. */
export function decodeListState(get: (name: string) => string | null): ListState {
  const start = createListState();
  const sort = get('sort');
  const columns = get('cols');
  return {
    ...start,
    page: positive(get('page'), 1),
    pageSize: Math.min(positive(get('size'), start.pageSize), 200),
    keyword: get('q') ?? '',
    sort: sort ? { field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    columns: columns ? columns.split(',').filter((name) => name !== '') : null,
    filters: parseFilters(get('f')),
  };
}

import type { AnyResource } from '../definition/index.ts';
import { createListState, encodeListLook, type ListLook, type ListState, listParameters } from './list-state.ts';

/** The parameters of a list in a URL, by name. */
export type ListQueryText = Readonly<Record<string, string>>;

/** The parameters of a saved view: all of a list except the page. */
const viewParameters = listParameters.filter((name) => name !== 'page');

const maxParameterLength = 16_384;

const emptyQuery: ListQueryText = {};

/** Returns the query of a list whose URL and view have none: its initial quick filter, or everything. */
export function getInitialListQuery({ list }: AnyResource): ListQueryText {
  const where = list.initial === undefined ? undefined : list.quick?.[list.initial]?.where;
  return where === undefined ? emptyQuery : encodeListState({ ...createListState(), filters: where });
}

/** Encodes a list for a saved view. */
export function toViewQuery(state: ListState, look: ListLook): Record<string, string> {
  return { ...encodeListState({ ...state, page: 1 }), ...encodeListLook(look) };
}

/** Validates a stored query: only known parameters with text values. Returns null otherwise. */
export function readViewQuery(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const known: readonly string[] = viewParameters;
  const fits = ([name, text]: [string, unknown]) =>
    known.includes(name) && typeof text === 'string' && text.length <= maxParameterLength;
  return entries.every(fits) ? (Object.fromEntries(entries) as Record<string, string>) : null;
}

/** Returns a lookup that prefers parameters of the URL, even empty ones, to those of the view. */
export function overlayView(
  view: ListQueryText,
  get: (name: string) => string | null,
): (name: string) => string | null {
  return (name) => get(name) ?? view[name] ?? null;
}

/**
 * Returns the parameters that a URL must contain in addition to a saved view: only differences, with removed parameters as empty.
 */
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

function parsePositive(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** Encodes the content of a list as search parameters. Default values are omitted. */
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

/** Decodes the content of a list from search parameters. Invalid values become defaults. */
export function decodeListState(get: (name: string) => string | null): ListState {
  const start = createListState();
  const sort = get('sort');
  const columns = get('cols');
  return {
    ...start,
    page: parsePositive(get('page'), 1),
    pageSize: Math.min(parsePositive(get('size'), start.pageSize), 200),
    keyword: get('q') ?? '',
    sort: sort ? { field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    columns: columns ? columns.split(',').filter((name) => name !== '') : null,
    filters: parseFilters(get('f')),
  };
}

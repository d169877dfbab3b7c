import { createListState, type ListState } from './list-state.ts';

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

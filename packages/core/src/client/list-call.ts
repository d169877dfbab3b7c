import type { AnyResource, ListSummary } from '../definition/index.ts';

/** Largest page; more is an export. */
export const maxPageSize = 200;
export const defaultPageSize = 20;
/** A total is exact up to here; past it `totalIsCapped` is true. */
export const totalCap = 10_000;

export interface SortBy {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** Body of `list`. A cursor, taken from an earlier answer, wins over the page number. */
export interface ListQuery {
  readonly page?: number;
  readonly pageSize?: number;
  readonly cursor?: string | null;
  readonly keyword?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly SortBy[];
  /**
   * Counts to the end, however far it is, and reaches any page by its number: what a scroll bar asks for. It costs what it
   * counts and steps over; a page after another is had for less by its cursor.
   */
  readonly exact?: boolean;
  /** Only these fields (and id, version); all list fields when not given. */
  readonly columns?: readonly string[];
}

export interface ListAnswer<T = Readonly<Record<string, unknown>>> {
  readonly items: readonly T[];
  readonly total: number;
  readonly totalIsCapped: boolean;
  readonly nextCursor: string | null;
  readonly summary: ListSummary | null;
}

/** Fields that a list may be sorted by. */
export function listSortableFields(resource: AnyResource): string[] {
  return [...new Set(['id', ...(resource.list.sortable ?? []), resource.list.sort.replace(/^-/, '')])];
}

/** `-createdAt` -> createdAt, descending. */
export function parseSort(sort: string): SortBy {
  return sort.startsWith('-') ? { field: sort.slice(1), order: 'desc' } : { field: sort, order: 'asc' };
}

import * as z from 'zod/mini';
import { type AnyResource, isLog, type ListSummary } from '../definition/index.ts';

/** Maximum page size. Exports return more. */
export const maxPageSize = 200;
export const defaultPageSize = 20;
/** Totals are exact up to this number; above it, `totalIsCapped` is true. */
export const totalCap = 10_000;

export interface SortBy {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** Body of `list`. A cursor of an earlier response takes precedence over the page number. */
export interface ListQuery {
  readonly page?: number;
  readonly pageSize?: number;
  readonly cursor?: string | null;
  readonly keyword?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly SortBy[];
  /**
   * Counts all matching records and allows any page number, as scroll bars need. The cost grows with the number of records, so
   * use the cursor for consecutive pages.
   */
  readonly exact?: boolean;
  /** Fields to return, besides ID and version. Default: all list fields. */
  readonly columns?: readonly string[];
}

export interface ListAnswer<T = Readonly<Record<string, unknown>>> {
  readonly items: readonly T[];
  readonly total: number;
  readonly totalIsCapped: boolean;
  readonly nextCursor: string | null;
  readonly summary: ListSummary | null;
}

const ordered: readonly string[] = ['integer', 'money', 'date', 'time'];

type Sorted = Pick<AnyResource, 'fields' | 'list' | 'access' | 'actions'>;

/** Returns the numbers, amounts, dates and times that a list may show, without record IDs and the version. */
export function listOrderedFields(resource: Sorted): string[] {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => {
    const isListed = (field.read ?? 'list') === 'list' || resource.list.filters?.includes(name) === true;
    const isIdentifier = field.kind === 'integer' && (field.idOf !== undefined || field.notation === 'plain');
    return isListed && ordered.includes(field.kind) && !isIdentifier ? [name] : [];
  });
  return [...own, 'createdAt', ...(isLog(resource) ? [] : ['updatedAt'])];
}

/**
 * Returns the fields that a list can be sorted by. Each has an index together with the ID. Numbers, amounts, dates and times are
 * included unless the definition excludes them with a reason.
 */
export function listSortableFields(resource: Sorted): string[] {
  const { sort, sortable = [], unsortable = {} } = resource.list;
  const fields = listOrderedFields(resource).filter((name) => !Object.hasOwn(unsortable, name));
  return [...new Set(['id', ...sortable, sort.replace(/^-/, ''), ...fields])];
}

/** Parses a sort: `-createdAt` -> createdAt, descending. */
export function parseSort(sort: string): SortBy {
  return sort.startsWith('-') ? { field: sort.slice(1), order: 'desc' } : { field: sort, order: 'asc' };
}

/** The schema of the body of a list call. Filters are validated by their field kinds. */
export const listQuerySchema = z.strictObject(
  {
    page: z.optional(z.number('number').check(z.int('integer'), z.gte(1, 'tooSmall'), z.lte(500_000, 'tooBig'))),
    pageSize: z.optional(
      z.number('number').check(z.int('integer'), z.gte(1, 'tooSmall'), z.lte(maxPageSize, 'tooBig')),
    ),
    cursor: z.optional(z.nullable(z.string('type').check(z.maxLength(512, 'tooLong')))),
    keyword: z.optional(z.string('type').check(z.maxLength(10_240, 'tooLong'))),
    filters: z.optional(z.record(z.string(), z.unknown(), 'type')),
    sort: z.optional(
      z
        .array(z.strictObject({ field: z.string('type'), order: z.enum(['asc', 'desc'], 'option') }, 'type'), 'type')
        .check(z.maxLength(1, 'tooMany')),
    ),
    exact: z.optional(z.boolean('boolean')),
    columns: z.optional(z.array(z.string('type'), 'type').check(z.maxLength(100, 'tooMany'))),
  },
  'type',
);

import * as z from 'zod/mini';
import { type AnyResource, isLog, type ListSummary } from '../definition/index.ts';

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

const ordered: readonly string[] = ['integer', 'money', 'date', 'time'];

type Sorted = Pick<AnyResource, 'fields' | 'list' | 'access' | 'actions'>;

/** Numbers, amounts, days and times that a list may show; numbers of other records are none of them, nor is the version. */
export function listOrderedFields(resource: Sorted): string[] {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => {
    const isListed = (field.read ?? 'list') === 'list' || resource.list.filters?.includes(name) === true;
    const isIdentifier = field.kind === 'integer' && (field.idOf !== undefined || field.notation === 'plain');
    return isListed && ordered.includes(field.kind) && !isIdentifier ? [name] : [];
  });
  return [...own, 'createdAt', ...(isLog(resource) ? [] : ['updatedAt'])];
}

/**
 * Fields that a list may be sorted by: each has an index with the id behind it. Numbers, amounts, days and times are among them unless
 * the definition says why not.
 */
export function listSortableFields(resource: Sorted): string[] {
  const { sort, sortable = [], unsortable = {} } = resource.list;
  const fields = listOrderedFields(resource).filter((name) => !Object.hasOwn(unsortable, name));
  return [...new Set(['id', ...sortable, sort.replace(/^-/, ''), ...fields])];
}

/** `-createdAt` -> createdAt, descending. */
export function parseSort(sort: string): SortBy {
  return sort.startsWith('-') ? { field: sort.slice(1), order: 'desc' } : { field: sort, order: 'asc' };
}

/** The shape of a list call's body; filters are checked by the field kinds. */
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

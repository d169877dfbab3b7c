import { parseSort } from '../api/index.ts';
import type { AnyResource, HandOrder, Roles } from '../definition/index.ts';
import type { ListState } from './list-state.ts';

/** The action that puts records of a list in order by hand. */
export interface Placing extends HandOrder {
  readonly action: string;
  /** Who may run it. */
  readonly roles: Roles;
}

type Shown = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** One value and no more. */
function isOneValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 1 : ['string', 'number', 'boolean'].includes(typeof value);
}

/** The order by hand that a resource has; null when there is none. */
function handOrderOf(resource: AnyResource): Placing | null {
  for (const [action, { orders, roles, on }] of Object.entries(resource.actions ?? {}))
    if (orders && on === 'record') return { action, roles, ...orders };
  return null;
}

/**
 * The order by hand, while a list shows just that: sorted by it upwards, nothing left out of it, and no more than one of the
 * groups that have an order of their own. The row at index n of such a list, from 0, stands at place n + 1.
 */
export function placingIn(resource: AnyResource, { keyword, filters, sort }: Shown): Placing | null {
  const placing = handOrderOf(resource);
  if (!placing || keyword !== '') return null;
  const { field, order } = sort ?? parseSort(resource.list.sort);
  if (field !== placing.by || order !== 'asc') return null;
  const { within } = placing;
  const isWhole = Object.keys(filters).every((name) => name === within);
  return isWhole && (within === undefined || isOneValue(filters[within])) ? placing : null;
}

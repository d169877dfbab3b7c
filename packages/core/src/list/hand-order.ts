import { parseSort } from '../client/index.ts';
import type { AnyResource, HandOrder, Roles } from '../definition/index.ts';
import type { ListState } from './list-state.ts';

/** The action that puts records of a list in order by hand. */
export interface Placing extends HandOrder {
  readonly action: string;
  /** Who may run it. */
  readonly roles: Roles;
}

type Shown = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** Why a list shows something else than the order by hand; `group` when it shows several that have an order each. */
export type OrderHidden = 'search' | 'filters' | 'sort' | 'group';

/** One value and no more. */
function isOneValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 1 : ['string', 'number', 'boolean'].includes(typeof value);
}

/** The order by hand that a resource has; null when there is none. */
export function getHandOrder(resource: AnyResource): Placing | null {
  for (const [action, { orders, roles, on }] of Object.entries(resource.actions ?? {}))
    if (orders && on === 'record') return { action, roles, ...orders };
  return null;
}

/** What keeps a list from showing just the order by hand; null when nothing does, or there is no such order. */
export function findOrderBlocker(resource: AnyResource, { keyword, filters, sort }: Shown): OrderHidden | null {
  const placing = getHandOrder(resource);
  if (!placing) return null;
  const { by, within } = placing;
  if (keyword !== '') return 'search';
  if (Object.keys(filters).some((name) => name !== within)) return 'filters';
  const { field, order } = sort ?? parseSort(resource.list.sort);
  if (field !== by || order !== 'asc') return 'sort';
  return within === undefined || isOneValue(filters[within]) ? null : 'group';
}

/**
 * The order by hand, while a list shows just that: sorted by it upwards, nothing left out of it, and no more than one of the
 * groups that have an order of their own. The row at index n of such a list, from 0, stands at place n + 1.
 */
export function getPlacing(resource: AnyResource, shown: Shown): Placing | null {
  return findOrderBlocker(resource, shown) === null ? getHandOrder(resource) : null;
}

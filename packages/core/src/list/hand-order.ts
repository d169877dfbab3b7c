import { parseSort } from '../client/index.ts';
import type { AnyResource, OrderDefinition, Roles } from '../definition/index.ts';
import type { ListState } from './list-state.ts';

/** The action that moves records in a manual order. */
export interface ManualOrder extends OrderDefinition {
  readonly action: string;
  /** Roles that may run the action. */
  readonly roles: Roles;
}

type Shown = Pick<ListState, 'keyword' | 'filters' | 'sort'>;

/** Why a list does not show the manual order. `group`: it shows several groups that are ordered separately. */
export type OrderBlocker = 'search' | 'filters' | 'sort' | 'group';

/** Whether a filter selects exactly one value. */
function isOneValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 1 : ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the manual order of a resource, or null when it has none. */
export function getManualOrder(resource: AnyResource): ManualOrder | null {
  for (const [action, { orders, roles, on }] of Object.entries(resource.actions ?? {}))
    if (orders && on === 'record') return { action, roles, ...orders };
  return null;
}

/** Returns why a list does not show exactly the manual order. Null when it does, or when there is no such order. */
export function findOrderBlocker(resource: AnyResource, { keyword, filters, sort }: Shown): OrderBlocker | null {
  const placing = getManualOrder(resource);
  if (!placing) return null;
  const { by, within } = placing;
  if (keyword !== '') return 'search';
  if (Object.keys(filters).some((name) => name !== within)) return 'filters';
  const { field, order } = sort ?? parseSort(resource.list.sort);
  if (field !== by || order !== 'asc') return 'sort';
  return within === undefined || isOneValue(filters[within]) ? null : 'group';
}

/**
 * Returns the manual order when a list shows exactly that: sorted by it in ascending order, with no record left out, and a single
 * group when groups are ordered separately. The row at index n (from 0) then has position n + 1.
 */
export function getManualOrderOfList(resource: AnyResource, shown: Shown): ManualOrder | null {
  return findOrderBlocker(resource, shown) === null ? getManualOrder(resource) : null;
}

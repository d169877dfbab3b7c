import { allFields, canChange, findOrderBlocker, getHandOrder } from '@gantry/core';
import { createContext, type PointerEvent, type RefObject, use, useEffect, useRef } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import { usePageScope } from '../page-scope.tsx';
import { getTitle } from '../resource-host.tsx';

/** What rows know of the order that is made by hand, while the list shows just that. */
export interface OrderScope {
  /** Id of the row that is lifted or on its way. */
  readonly moving: number | null;
  /** Place of the row at an index, from 1, and how many there are. */
  placeOf(index: number): { readonly place: number; readonly total: number };
  /** One place up or down, at once. */
  step(id: number, by: -1 | 1): void;
  lift(id: number, by: 'keys' | 'pointer'): void;
  /** Lifts a row with the pointer, which it follows until it is let go. */
  grab(event: PointerEvent<HTMLElement>, id: number): void;
  /** The lifted row one place up or down, or to the row that another stands in. */
  shift(by: -1 | 1): void;
  over(index: number): void;
  drop(): void;
  cancel(): void;
}

/** What rows know of an order by hand that the list does not show as it is now. */
export interface HiddenOrder {
  /** Why a record cannot be moved, and what shows the order that it stands in; null when it stands in none. */
  readonly of: (record: FieldRecord) => { readonly why: string; readonly show: (() => void) | null };
}

/** At most one of both: none where there is no order by hand, or not for this person. */
interface RowOrders {
  readonly scope: OrderScope | null;
  readonly hidden: HiddenOrder | null;
}

const OrderContext = createContext<RowOrders>({ scope: null, hidden: null });
export const OrderProvider = OrderContext;

export function useRowOrders(): RowOrders {
  return use(OrderContext);
}

/** Why rows cannot be moved while the list shows something else than their order by hand, and the way to that order. */
export function useHiddenOrder(list: ListUrl, place: string, box: RefObject<HTMLElement | null>): HiddenOrder | null {
  const t = useWords();
  const localize = useSay();
  const { resource, rights } = usePageScope();
  const requested = useRef(false);
  const seen = useRef(place);
  // Another order draws the rows again; after a request for it the focus goes to the list.
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    if (requested.current) box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    requested.current = false;
  }, [place, box]);
  const { state, dispatch } = list;
  const hidden = findOrderBlocker(resource, state);
  const order = getHandOrder(resource);
  if (!hidden || !order || !canChange(rights, { ...order, path: resource.path })) return null;
  const { by, within } = order;
  const group = within === undefined ? '' : localize(allFields(resource)[within]?.label ?? { zh: within, en: within });
  const show = (filters: Readonly<Record<string, unknown>>) => {
    requested.current = true;
    dispatch({ type: 'view', keyword: '', filters, sort: { field: by, order: 'asc' }, columns: state.columns });
  };
  return {
    of: (record) => {
      if (within === undefined) return { why: t(`resource.sorting.hidden.${hidden}`), show: () => show({}) };
      const value = record[within] ?? null;
      const words = { group, title: getTitle(resource, record) };
      if (value === null) return { why: t('resource.sorting.hidden.only', words), show: null };
      return { why: t('resource.sorting.hidden.group', words), show: () => show({ [within]: [value] }) };
    },
  };
}

import { allFields, canChange, findOrderBlocker, getManualOrder } from '@gantry/core';
import { createContext, type PointerEvent, type RefObject, use, useEffect, useRef } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';

/** What rows can do with the manual order while the list shows it. */
export interface OrderScope {
  /** ID of the row that is lifted or being saved. */
  readonly moving: number | null;
  /** Returns the position of the row at an index, from 1, and the number of rows. */
  getPosition(index: number): { readonly place: number; readonly total: number };
  /** Moves a row up or down by one position and saves it. */
  step(id: number, by: -1 | 1): void;
  lift(id: number, by: 'keys' | 'pointer'): void;
  /** Lifts a row with the pointer, which it follows until it is released. */
  grab(event: PointerEvent<HTMLElement>, id: number): void;
  /** Moves the lifted row up or down by one position. `over` moves it to the position of another row. */
  shift(by: -1 | 1): void;
  over(index: number): void;
  drop(): void;
  cancel(): void;
}

/** What rows know about the manual order while the list does not show it. */
export interface HiddenOrder {
  /** Returns why a record cannot be moved and a function that shows its manual order; null when it has none. */
  readonly of: (record: FieldRecord) => { readonly why: string; readonly show: (() => void) | null };
}

/** At most one of both is set; neither without a manual order or without the permission to change it. */
interface RowOrders {
  readonly scope: OrderScope | null;
  readonly hidden: HiddenOrder | null;
}

const OrderContext = createContext<RowOrders>({ scope: null, hidden: null });
export const OrderProvider = OrderContext;

export function useRowOrders(): RowOrders {
  return use(OrderContext);
}

/** Explains why rows cannot be moved while the list does not show the manual order, and offers to show it. */
export function useHiddenOrder(list: ListUrl, place: string, box: RefObject<HTMLElement | null>): HiddenOrder | null {
  const t = useWords();
  const localize = useSay();
  const { resource, rights } = usePageScope();
  const titleOf = useTitleOf(resource);
  const requested = useRef(false);
  const seen = useRef(place);
  // A different order replaces the rows. After a request from here the focus returns to the list.
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    if (requested.current) box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    requested.current = false;
  }, [place, box]);
  const { state, dispatch } = list;
  const hidden = findOrderBlocker(resource, state);
  const order = getManualOrder(resource);
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
      const words = { group, title: titleOf(record) };
      if (value === null) return { why: t('resource.sorting.hidden.only', words), show: null };
      return { why: t('resource.sorting.hidden.group', words), show: () => show({ [within]: [value] }) };
    },
  };
}

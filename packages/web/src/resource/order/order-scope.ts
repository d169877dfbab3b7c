import { createContext, type PointerEvent, use } from 'react';
import type { FieldRecord } from '../../fields/index.ts';

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
export interface RowOrders {
  readonly scope: OrderScope | null;
  readonly hidden: HiddenOrder | null;
}

const OrderContext = createContext<RowOrders>({ scope: null, hidden: null });
export const OrderProvider = OrderContext;

export function useRowOrders(): RowOrders {
  return use(OrderContext);
}

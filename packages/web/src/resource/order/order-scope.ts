import { createContext, type PointerEvent, use } from 'react';

/** What rows know of the order that is made by hand, while the list shows just that. */
export interface OrderScope {
  /** Id of the row that is lifted or on its way. */
  readonly moving: number | null;
  /** Place of a row, from 1, and how many there are. */
  placeOf(id: number): { readonly place: number; readonly total: number } | null;
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

const OrderContext = createContext<OrderScope | null>(null);
export const OrderProvider = OrderContext;

/** Null where rows are in no order by hand, or not shown in it. */
export function useOrderScope(): OrderScope | null {
  return use(OrderContext);
}

import type { TxContext } from '../ledger/posting.ts';

/** An order at the moment its payment is booked. Money is integer minor units, times are UTC ms. */
export interface PaidOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly productType: string;
  readonly productId: number;
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paidAt: number;
  /** The first order that this user ever paid. */
  readonly isFirst: boolean;
}

/** A refund at the moment it is final. */
export interface RefundedOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly refundNo: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
  readonly paid: number;
  /** Of this order, with this refund. */
  readonly refundedInAll: number;
}

/**
 * What else happens when an order is paid or refunded. It runs in the same transaction, exactly once for each payment or
 * refund; the order and its user are locked. To throw undoes the payment itself, so a hook refuses nothing and does nothing
 * slow or outside.
 */
export interface OrderHooks {
  readonly afterPaid: readonly ((scope: TxContext, order: PaidOrder) => Promise<void>)[];
  readonly afterRefunded: readonly ((scope: TxContext, order: RefundedOrder) => Promise<void>)[];
}

import { ApiError } from '@gantry/core';
import type { TxContext } from '../ledger/posting.ts';
import { changeOrder, lockOrder, type StoredOrder } from './order-rows.ts';
import { releaseStock } from './order-stock.ts';

/** Closes an order that nobody has paid; money that comes later is kept and flagged. */
export async function closeOrder(
  scope: TxContext,
  order: StoredOrder,
  reason: string,
  by: number | null = null,
): Promise<StoredOrder> {
  if (order.status !== 'pending') throw new ApiError('stateConflict', { data: { state: order.status } });
  await releaseStock(scope, order);
  const cells = {
    status: 'closed',
    stock_taken: 0,
    closed_at: scope.at,
    closed_reason: reason.slice(0, 200),
    next_query_at: null,
  };
  return changeOrder(scope, order, cells, by);
}

/** Closes an order whose time is over, unless it was paid in the meantime. Answers whether it did. */
export async function expireOrder(scope: TxContext, id: number, reason: string): Promise<boolean> {
  const order = await lockOrder(scope, { id });
  if (order?.status !== 'pending' || order.expiresAt > scope.at) return false;
  await closeOrder(scope, order, reason);
  return true;
}

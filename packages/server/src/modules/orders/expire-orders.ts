import { ApiError, localize, order as orderResource } from '@gantry/core';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { describeError } from './backoff.ts';
import { loadOrderRules, type OrderDeps } from './order-deps.ts';
import { changeOrder, findOrder, lockOrder, type StoredOrder, toOrder } from './order-rows.ts';
import { releaseStock } from './order-stock.ts';
import { queryOrder } from './payment/query-gateway.ts';

/** Maximum number of orders that one run of a job queries or closes. */
const batchSize = 100;
const querying = { resource: orderResource, action: 'query' };
const closing = { resource: orderResource, action: 'expire' };

const unpaid = { zh: '超时未支付', en: 'Not paid in time' } as const;

/** Queries the gateways for due pending orders, because a notification may have been lost. Returns how many were queried. */
export async function queryPending(deps: OrderDeps): Promise<number> {
  const { database, clock } = deps;
  const { pollIntervalS } = (await loadOrderRules(deps)).pay;
  const due = await database.read
    .selectFrom('orders')
    .selectAll()
    .where('next_query_at', '<=', clock())
    .where(isRetryDue(querying, clock(), 'orders.id'))
    .orderBy('next_query_at')
    .limit(batchSize)
    .execute();
  return processDue(deps, querying, due, async (row) => {
    const order = toOrder(row);
    const result = await tryQuery(deps, order);
    // A payment that does not match will not match next time either, and admins were notified.
    const next =
      result === null || result === 'notPaid' || result === 'conflicting' ? clock() + pollIntervalS * 1000 : null;
    await database.transaction((tx) =>
      tx
        .updateTable('orders')
        .set({ next_query_at: next })
        .where('id', '=', order.id)
        .where('status', '=', 'pending')
        .execute(),
    );
  });
}

/** Returns null when the channel cannot be queried or the gateway does not answer. */
async function tryQuery(deps: OrderDeps, order: StoredOrder) {
  const adapter = deps.adapters.get(order.channel);
  if (!adapter?.canQuery) return null;
  try {
    return await queryOrder(deps, adapter, order, null);
  } catch (error) {
    deps.log.warn({ order: order.id, reason: describeError(error) }, 'a gateway did not answer about an order');
    return null;
  }
}

/** Closes expired pending orders after a last query to the gateway. Returns how many were processed. */
export async function closeDue(deps: OrderDeps): Promise<number> {
  const { database, clock } = deps;
  const { locale } = await loadOrderRules(deps);
  const due = await database.read
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock())
    .where(isRetryDue(closing, clock(), 'orders.id'))
    .orderBy('expires_at')
    .limit(batchSize)
    .execute();
  return processDue(deps, closing, due, async (_, id) => {
    await tryQuery(deps, await findOrder(database.read, { id }));
    const expire = (scope: TxContext) => expireOrder(scope, id, localize(unpaid, locale));
    return database.transaction((tx) => expire({ tx, dialect: database.dialect, at: clock() }));
  });
}

/** Closes an unpaid order. A payment that arrives later is still stored, and flagged as late. */
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

/** Closes an expired order unless it was paid in the meantime. Returns whether it closed the order. */
async function expireOrder(scope: TxContext, id: number, reason: string): Promise<boolean> {
  const order = await lockOrder(scope, { id });
  if (order?.status !== 'pending' || order.expiresAt > scope.at) return false;
  await closeOrder(scope, order, reason);
  return true;
}

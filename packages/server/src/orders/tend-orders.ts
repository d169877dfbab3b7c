import { order as orderResource, say } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { eachDue, isUnstuck } from '../rounds/each-due.ts';
import { whyOf } from './backing-off.ts';
import { expireOrder } from './close-order.ts';
import { type OrderNeeds, orderRules } from './order-needs.ts';
import { findOrder, orderOf, type StoredOrder } from './order-rows.ts';
import { queryOrder } from './query-gateway.ts';

/** Orders that one round asks about or closes at most. */
const atOnce = 100;
const asking = { resource: orderResource, action: 'query' };
const closing = { resource: orderResource, action: 'expire' };

const unpaid = { zh: '超时未支付', en: 'Not paid in time' } as const;

/** Asks the gateways about pending orders whose turn it is: a notice may have been lost. Gives how many were asked about. */
export async function queryPending(needs: OrderNeeds): Promise<number> {
  const { database, clock } = needs;
  const { pollIntervalS } = (await orderRules(needs)).pay;
  const due = await database.read
    .selectFrom('orders')
    .selectAll()
    .where('next_query_at', '<=', clock())
    .where(isUnstuck(asking, clock(), 'orders.id'))
    .orderBy('next_query_at')
    .limit(atOnce)
    .execute();
  return eachDue(needs, asking, due, async (row) => {
    const order = orderOf(row);
    const result = await tryQuery(needs, order);
    // What does not fit will not fit the next time; an admin has been told.
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

/** Null when the gateway did not answer. */
async function tryQuery(needs: OrderNeeds, order: StoredOrder) {
  const adapter = needs.adapters.get(order.channel);
  if (!adapter?.canQuery) return null;
  try {
    return await queryOrder(needs, adapter, order, null);
  } catch (error) {
    needs.log.warn({ order: order.id, reason: whyOf(error) }, 'a gateway did not answer about an order');
    return null;
  }
}

/** Closes pending orders whose time is over; the gateway is asked a last time. Gives how many were closed. */
export async function closeDue(needs: OrderNeeds): Promise<number> {
  const { database, clock } = needs;
  const { locale } = await orderRules(needs);
  const due = await database.read
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock())
    .where(isUnstuck(closing, clock(), 'orders.id'))
    .orderBy('expires_at')
    .limit(atOnce)
    .execute();
  return eachDue(needs, closing, due, async (_, id) => {
    await tryQuery(needs, await findOrder(database.read, { id }));
    const expire = (scope: MoneyScope) => expireOrder(scope, id, say(unpaid, locale));
    return database.transaction((tx) => expire({ tx, dialect: database.dialect, at: clock() }));
  });
}

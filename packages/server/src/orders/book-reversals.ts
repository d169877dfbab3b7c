import { order as orderResource, say } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { notify } from '../notifications/notify.ts';
import { paymentOdd } from '../notifications/order-matters.ts';
import { eachDue, isUnstuck } from '../rounds/each-due.ts';
import { backOff } from './backing-off.ts';
import { type OrderNeeds, type OrderRules, orderRules } from './order-needs.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { changeReversal, reversalsOf, type StoredReversal } from './reversal-rows.ts';
import { completeRefund } from './send-refund.ts';
import { isRefundable, refundRefusal, startRefund } from './start-refund.ts';

/** Orders that one round books at most. */
const atOnce = 50;
const booking = { resource: orderResource, action: 'bookReversal' };

const reasons = {
  refund: { zh: '在渠道后台退款', en: 'Refunded at the gateway' },
  dispute: { zh: '付款人拒付成立', en: 'Dispute lost' },
} as const;

/**
 * Books what a gateway returned of an order without our request: reclaims what the order gave, reverses commissions and rewards by the
 * plan of any refund, and records the refund with the gateway's number. The gateway is not asked: the money has gone. What was
 * spent becomes debt up to the limit. Waits while another refund of the order is under way, and for a delivery where only a part
 * went back. Returns how many were booked.
 */
export async function bookReversals(needs: OrderNeeds, orderId: number): Promise<number> {
  const { database, clock } = needs;
  if ((await reversalsOf({ tx: database.read }, orderId, 'pending')).length === 0) return 0;
  const rules = await orderRules(needs);
  return database.transaction(async (tx) => {
    const scope = { tx, dialect: database.dialect, at: clock() };
    let order = await lockOrder(scope, { id: orderId });
    let booked = 0;
    for (const reversal of await reversalsOf(scope, orderId, 'pending')) {
      if (!order) break;
      const after: StoredOrder | null = await bookReversal(scope, needs, rules, order, reversal);
      if (after === null) await changeReversal(scope, reversal, { next_try_at: scope.at + backOff(2) });
      else booked += 1;
      order = after ?? order;
    }
    return booked;
  });
}

/** The order after it; null when it has to wait. */
async function bookReversal(
  scope: MoneyScope,
  needs: OrderNeeds,
  rules: OrderRules,
  order: StoredOrder,
  reversal: StoredReversal,
): Promise<StoredOrder | null> {
  if (order.status === 'refunding') return null;
  const left = order.paid - order.refunded;
  const amount = Math.min(reversal.amount ?? left, left);
  const isOdd = (reversal.amount ?? left) > left || reversal.currency !== order.currency;
  if (isOdd) await notify(scope.tx, needs.clock, paymentOdd(order.id, order.no, 'amountMismatch'));
  if (amount < 1 || reversal.currency !== order.currency) {
    await changeReversal(scope, reversal, { status: 'booked', next_try_at: null });
    return order;
  }
  if (!isRefundable(order) || refundRefusal(order, amount) !== null) return null;
  const reason = `${say(reasons[reversal.kind], rules.locale)} (${reversal.reference})`.slice(0, 200);
  const ask = { amount, reason, shortfall: 'negative', externalNo: null, by: null, requestedBy: 'gateway' } as const;
  const started = await startRefund(scope, rules, order, ask);
  const done = await completeRefund(scope, needs, rules, started, {
    channelRefundNo: reversal.reference,
    looks: false,
  });
  const cells = { status: 'booked', refund_id: done.refund.id, next_try_at: null };
  await changeReversal(scope, reversal, cells);
  return done.order;
}

/** Books what is due. Returns how many orders were tried. */
export async function bookDueReversals(needs: OrderNeeds): Promise<number> {
  const due = await needs.database.read
    .selectFrom('payment_reversals')
    .select('order_id as id')
    .distinct()
    .where('next_try_at', '<=', needs.clock())
    .where(isUnstuck(booking, needs.clock(), 'payment_reversals.order_id'))
    .limit(atOnce)
    .execute();
  return eachDue(needs, booking, due, (_, id) => bookReversals(needs, id));
}

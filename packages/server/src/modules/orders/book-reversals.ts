import { localize, order as orderResource } from '@gantry/core';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { computeBackoff } from './backoff.ts';
import { createOddPaymentNotification } from './notifications.ts';
import { loadOrderRules, type OrderDeps, type OrderRules } from './order-deps.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { completeRefund } from './refunds/send-refund.ts';
import { checkRefund, isRefundable, startRefund } from './refunds/start-refund.ts';
import { changeReversal, reversalsOf, type StoredReversal } from './reversal-rows.ts';

/** Maximum number of orders that one run of the job processes. */
const batchSize = 50;
const booking = { resource: orderResource, action: 'bookReversal' };

const reasons = {
  refund: { zh: '在渠道后台退款', en: 'Refunded in the gateway’s back office' },
  dispute: { zh: '付款人拒付成立', en: 'Dispute lost' },
} as const;

/**
 * Books the money of an order that a gateway returned without a request of this system: reclaims what the order granted, reverses
 * commissions and rewards as for any refund, and records the refund with the gateway's number. It sends no request to the
 * gateway, because the money has already been returned. Spent credits become debt up to the limit. Waits while another refund of
 * the order is in progress and, for a partial return, until the order is delivered. Returns the number of booked reversals.
 */
export async function bookReversals(deps: OrderDeps, orderId: number): Promise<number> {
  const { database, clock } = deps;
  if ((await reversalsOf({ tx: database.read }, orderId, 'pending')).length === 0) return 0;
  const rules = await loadOrderRules(deps);
  return database.transaction(async (tx) => {
    const scope = { tx, dialect: database.dialect, at: clock() };
    let order = await lockOrder(scope, { id: orderId });
    let booked = 0;
    for (const reversal of await reversalsOf(scope, orderId, 'pending')) {
      if (!order) break;
      const after: StoredOrder | null = await bookReversal(scope, deps, rules, order, reversal);
      if (after === null) await changeReversal(scope, reversal, { next_try_at: scope.at + computeBackoff(2) });
      else booked += 1;
      order = after ?? order;
    }
    return booked;
  });
}

/** Returns the order after booking; null when the reversal must wait. */
async function bookReversal(
  scope: TxContext,
  deps: OrderDeps,
  rules: OrderRules,
  order: StoredOrder,
  reversal: StoredReversal,
): Promise<StoredOrder | null> {
  if (order.status === 'refunding') return null;
  const left = order.paid - order.refunded;
  const amount = Math.min(reversal.amount ?? left, left);
  const isOdd = (reversal.amount ?? left) > left || reversal.currency !== order.currency;
  if (isOdd) await notify(scope.tx, deps.clock, createOddPaymentNotification(order.id, order.no, 'amountMismatch'));
  if (amount < 1 || reversal.currency !== order.currency) {
    await changeReversal(scope, reversal, { status: 'booked', next_try_at: null });
    return order;
  }
  if (!isRefundable(order) || checkRefund(order, amount) !== null) return null;
  const reason = `${localize(reasons[reversal.kind], rules.locale)} (${reversal.reference})`.slice(0, 200);
  const prompt = { amount, reason, shortfall: 'negative', externalNo: null, by: null, requestedBy: 'gateway' } as const;
  const started = await startRefund(scope, rules, order, prompt);
  const done = await completeRefund(scope, deps, rules, started, {
    channelRefundNo: reversal.reference,
    appearance: false,
  });
  const cells = { status: 'booked', refund_id: done.refund.id, next_try_at: null };
  await changeReversal(scope, reversal, cells);
  return done.order;
}

/** Books the reversals that are due. Returns how many orders were attempted. */
export async function bookDueReversals(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('payment_reversals')
    .select('order_id as id')
    .distinct()
    .where('next_try_at', '<=', deps.clock())
    .where(isRetryDue(booking, deps.clock(), 'payment_reversals.order_id'))
    .limit(batchSize)
    .execute();
  return processDue(deps, booking, due, (_, id) => bookReversals(deps, id));
}

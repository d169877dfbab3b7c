import { order as orderResource, refund as refundResource } from '@gantry/core';
import { isRetryDue, processDue, type SweepWork } from '../../../platform/jobs/sweep.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { computeBackoff, describeError } from '../backoff.ts';
import type { OrderDeps } from '../order-deps.ts';
import { findOrder, type StoredOrder, toOrder } from '../order-rows.ts';
import { explainedTotal } from '../reversal-rows.ts';
import { handleRefundWebhook } from './handle-refund-webhook.ts';
import { toRefund } from './refund-rows.ts';

/** Maximum number of refunds that one run of the job queries. */
const refundBatchSize = 20;
const looking = { resource: refundResource, action: 'look' };
/** Maximum number of payments that one run checks. There are many more payments than refunds, so some are checked in parallel. */
const paymentBatchSize = 100;
const checking: SweepWork = { resource: orderResource, action: 'checkRefunds', parallel: 4 };

const hour = 3_600_000;
const day = 24 * hour;

/** Days after a completed refund on which the gateway is queried again. Banks reject a transfer within a month. */
const daysAfter = [1, 3, 7, 15, 30] as const;

/**
 * Hours after a payment at which a gateway that does not report refunds made in its dashboard is queried for them. Most refunds
 * are requested within days, and gateways allow them for three months.
 */
const hoursAfterPayment = [1, 6, 24, 3 * 24, 7 * 24, 15 * 24, 30 * 24, 60 * 24, 92 * 24] as const;

/** Returns when a payment booked at `paid` is next checked, in UTC ms; null after the last check. */
export function computeNextRefundCheck(paid: number, now: number): number | null {
  return hoursAfterPayment.map((hours) => paid + hours * hour).find((at) => at > now) ?? null;
}

/** Returns when a refund completed at `finished` is next queried, in UTC ms; null after the last query. */
export function computeNextCheck(finished: number, now: number): number | null {
  return daysAfter.map((days) => finished + days * day).find((at) => at > now) ?? null;
}

/**
 * Queries the gateways about refunds that they reported as completed. A card may have been closed since, and the notification may
 * have been lost. Returns how many were queried.
 */
export async function reconcileRefunds(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_look_at', '<=', deps.clock())
    .where(isRetryDue(looking, deps.clock(), 'refunds.id'))
    .orderBy('next_look_at')
    .limit(refundBatchSize)
    .execute();
  return processDue(deps, looking, due, (row) => reconcileRefund(deps, row));
}

async function reconcileRefund(deps: OrderDeps, row: RowOf<'refunds'>): Promise<void> {
  const { adapters, database, clock, log } = deps;
  const { id, no: refundNo, orderId, channel, amount, status } = toRefund(row);
  const adapter = status === 'succeeded' ? adapters.get(channel) : undefined;
  const { no: orderNo, tradeNo, currency } = await findOrder(database.read, { id: orderId });
  const next = computeNextCheck(row.finished_at ?? 0, clock());
  const scheduleNext = (at: number | null) =>
    database.transaction((tx) => tx.updateTable('refunds').set({ next_look_at: at }).where('id', '=', id).execute());
  if (!adapter?.reconcileRefund || tradeNo === null) {
    await scheduleNext(null);
    return;
  }
  try {
    const reported = await adapter.reconcileRefund({ refundNo, orderNo, tradeNo, amount, currency });
    if (reported)
      await database.transaction((tx) => {
        const scope = { tx, dialect: database.dialect, at: clock() };
        return handleRefundWebhook(scope, deps, channel, reported, JSON.stringify(reported));
      });
    await scheduleNext(next);
  } catch (error) {
    log.warn({ refund: id, reason: describeError(error) }, 'a gateway did not answer about a refund that it made');
    // While further queries are due, the next attempt comes soon.
    await scheduleNext(next === null ? null : Math.min(next, clock() + computeBackoff(10)));
  }
}

/**
 * Queries gateways that do not report refunds of their back office for the payments that are due, and stores unknown refunds.
 * Returns the number of payments that were checked.
 */
export async function checkPaymentsForRefunds(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('orders')
    .selectAll()
    .where('next_refund_check_at', '<=', deps.clock())
    .where(isRetryDue(checking, deps.clock(), 'orders.id'))
    .orderBy('next_refund_check_at')
    .limit(paymentBatchSize)
    .execute();
  return processDue(deps, checking, due, (row) => checkPayment(deps, toOrder(row)));
}

async function checkPayment(deps: OrderDeps, order: StoredOrder): Promise<void> {
  const { database, clock, log } = deps;
  const next = computeNextRefundCheck(order.paidAt ?? 0, clock());
  const getLater = (at: number | null) =>
    database.transaction((tx) =>
      tx.updateTable('orders').set({ next_refund_check_at: at }).where('id', '=', order.id).execute(),
    );
  try {
    await storeRefundedOutside(deps, order);
    await getLater(order.refunded < order.paid ? next : null);
  } catch (error) {
    log.warn({ order: order.id, reason: describeError(error) }, 'a gateway did not answer what it refunded');
    await getLater(next === null ? null : Math.min(next, clock() + computeBackoff(10)));
  }
}

/** Stores a refund that is only known to the gateway; it is booked with all other due reversals. */
async function storeRefundedOutside(deps: OrderDeps, order: StoredOrder): Promise<void> {
  const { adapters, database, clock } = deps;
  const { id, no: orderNo, tradeNo, paid, currency, channel } = order;
  const adapter = adapters.get(channel);
  if (!adapter?.findRefunded || tradeNo === null || order.refunded >= paid) return;
  const refundedBefore = await explainedTotal({ tx: database.read }, id);
  const reported = await adapter.findRefunded({ orderNo, tradeNo, paid, currency, refundedBefore });
  if (!reported) return;
  await database.transaction((tx) => {
    const scope = { tx, dialect: database.dialect, at: clock() };
    return handleRefundWebhook(scope, deps, channel, reported, JSON.stringify(reported));
  });
}

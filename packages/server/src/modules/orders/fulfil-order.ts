import { order as orderResource } from '@gantry/core';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { claimPosting } from '../ledger/index.ts';
import { computeBackoff, describeError } from './backoff.ts';
import { bookReversals } from './book-reversals.ts';
import { freezeBenefits } from './handle-dispute.ts';
import { createFulfilFailedNotification } from './notifications.ts';
import { loadOrderRules, type OrderDeps, type OrderRules } from './order-deps.ts';
import { changeOrder, lockOrder, type StoredOrder } from './order-rows.ts';
import { reserveAgain } from './order-stock.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { reversalsOf } from './reversal-rows.ts';

/** Maximum number of orders that one run of the job delivers. */
const batchSize = 100;
const delivering = { resource: orderResource, action: 'fulfil' };

export type Delivery = 'fulfilled' | 'failed' | 'nothingToDo';

const isDeliveryPending = (order: StoredOrder | null): order is StoredOrder =>
  order !== null && order.nextFulfilAt !== null && (order.status === 'paid' || order.status === 'fulfilFailed');

/**
 * Delivers a pending order: completely or not at all, and once even with concurrent callers. A failed delivery is retried later.
 */
export async function fulfilOrder(deps: OrderDeps, id: number): Promise<Delivery> {
  const { database, clock } = deps;
  const rules = await loadOrderRules(deps);
  const runInScope = <T>(work: (scope: TxContext) => Promise<T>) =>
    database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() }));
  try {
    return await runInScope((scope) => deliver(scope, rules, id));
  } catch (error) {
    if (database.dialect.isBusy(error)) throw error;
    return runInScope((scope) => postpone(scope, deps, rules, id, describeError(error)));
  }
}

async function deliver(scope: TxContext, { products, locale }: OrderRules, id: number): Promise<Delivery> {
  const found = await lockOrder(scope, { id });
  if (!isDeliveryPending(found)) return 'nothingToDo';
  const order = await reserveAgain(scope, found, locale);
  if (!(await claimPosting(scope, getFulfilment(order)))) throw new Error('this order was delivered before');
  await products.fulfil(scope, order);
  const delivered = await changeOrder(scope, order, {
    status: 'fulfilled',
    fulfil_status: 'done',
    fulfil_error: null,
    fulfil_tries: order.fulfilTries + 1,
    fulfilled_at: scope.at,
    next_fulfil_at: null,
  });
  const [dispute] = await reversalsOf(scope, id, 'open');
  if (dispute) await freezeBenefits(scope, { products }, delivered, dispute);
  return 'fulfilled';
}

/** Returns the natural key of a delivery. It never changes, so an order is delivered at most once. */
function getFulfilment({ no }: StoredOrder) {
  const operator = { kind: 'system', id: null } as const;
  return { transactionId: `order:${no}:fulfil`, cause: 'recharge', causeId: no, operator } as const;
}

async function postpone(
  scope: TxContext,
  { clock }: OrderDeps,
  { pay }: OrderRules,
  id: number,
  why: string,
): Promise<Delivery> {
  const order = await lockOrder(scope, { id });
  if (!isDeliveryPending(order)) return 'nothingToDo';
  const tries = order.fulfilTries + 1;
  const isOver = tries >= pay.fulfilTries;
  await changeOrder(scope, order, {
    status: 'fulfilFailed',
    fulfil_status: 'failed',
    fulfil_error: why,
    fulfil_tries: tries,
    next_fulfil_at: isOver ? null : scope.at + computeBackoff(tries),
  });
  if (isOver) await notify(scope.tx, clock, createFulfilFailedNotification(order.id, order.no, why));
  return 'failed';
}

/** Delivers the orders that are due. Returns how many were attempted. */
export async function fulfilDue(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('orders')
    .select('id')
    .where('next_fulfil_at', '<=', deps.clock())
    .where(isRetryDue(delivering, deps.clock(), 'orders.id'))
    .orderBy('next_fulfil_at')
    .limit(batchSize)
    .execute();
  return processDue(deps, delivering, due, (_, id) => fulfilOrder(deps, id));
}

/**
 * Runs what follows a stored payment: the delivery, or the refund of a late payment. Never throws on a failure: scheduled jobs
 * finish what this process does not.
 */
export async function settleOrder(deps: OrderDeps, id: number): Promise<void> {
  const { database, log } = deps;
  try {
    await fulfilOrder(deps, id);
    const waiting = await database.read
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .where('status', '=', 'processing')
      .execute();
    for (const refund of waiting) await sendRefund(deps, refund.id);
    await bookReversals(deps, id);
  } catch (error) {
    log.warn({ order: id, reason: error instanceof Error ? error.name : 'unknown' }, 'an order waits for its job');
  }
}

import { localize, type PaymentResult } from '@gantry/core';
import { sql } from 'kysely';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { addWorth, exceedsLimits, noWorth } from '../../catalog/index.ts';
import { lockOwner } from '../../ledger/index.ts';
import { createOddPaymentNotification } from '../notifications.ts';
import type { OrderDeps, OrderRules } from '../order-deps.ts';
import { changeOrder, findOrderOrigin, type StoredOrder, toOrder } from '../order-rows.ts';
import { computeNextRefundCheck } from '../refunds/reconcile-refunds.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { type GatewayWord, recordEvent } from './record-event.ts';

/** A report of a completed payment. */
export interface PaidWord extends GatewayWord {
  readonly eventId: string;
  readonly tradeNo: string;
  readonly amount: number;
  readonly currency: string;
  /** UTC ms. */
  readonly paidAt: number;
}

export interface Applied {
  readonly result: PaymentResult;
  readonly order: StoredOrder;
}

const late = {
  zh: '订单关闭后才付款，自动退回',
  en: 'Paid after the order was closed. The payment was refunded.',
} as const;

/** Money that was received and not booked, which an admin must check. */
const odd: readonly PaymentResult[] = [
  'alreadyPaid',
  'amountMismatch',
  'currencyMismatch',
  'channelMismatch',
  'tradeNoReused',
  'approvalRequired',
];

/**
 * Books a verified payment on a locked order, once, and stores the report with its result. A payment that does not match the
 * order is stored and not booked.
 */
export async function applyPayment(
  scope: TxContext,
  deps: OrderDeps,
  rules: OrderRules,
  order: StoredOrder,
  word: PaidWord,
): Promise<Applied> {
  const result = await judge(scope, rules, order, word);
  await recordEvent(scope, order.id, word, result);
  if (odd.includes(result))
    await notify(scope.tx, deps.clock, createOddPaymentNotification(order.id, order.no, result));
  if (result !== 'applied') return { result, order };
  return { result, order: await book(scope, deps, rules, order, word) };
}

async function judge(scope: TxContext, rules: OrderRules, order: StoredOrder, word: PaidWord): Promise<PaymentResult> {
  // Reports with the same event or trade number wait here, so that two orders are never paid by one payment.
  for (const reference of [word.eventId, word.tradeNo])
    await scope.dialect.lock(scope.tx, `payment ${word.channel} ${reference}`);
  const applied = await findAppliedOrder(scope, word);
  if (applied !== null) return applied === order.id ? 'duplicate' : 'tradeNoReused';
  if (word.kind !== 'manual' && word.channel !== order.channel) return 'channelMismatch';
  if (word.currency !== order.currency) return 'currencyMismatch';
  if (order.status !== 'pending' && order.status !== 'closed')
    return order.tradeNo === word.tradeNo ? 'duplicate' : 'alreadyPaid';
  if (word.amount < 1 || Math.abs(word.amount - order.payable) > rules.pay.amountToleranceFen) return 'amountMismatch';
  if (await isTradeTaken(scope, order, word)) return 'tradeNoReused';
  return (await needsApproval(scope, rules, order, word)) ? 'approvalRequired' : 'applied';
}

const dayMs = 86_400_000;

/**
 * The sandbox receives no money, and anyone who has its secret can pay. Within 24 hours it therefore grants a user at most what
 * one admin may grant without approval. An admin can mark a larger order as paid, which a second admin approves.
 */
async function needsApproval(
  { tx, at }: TxContext,
  { approval, products }: OrderRules,
  order: StoredOrder,
  { channel, kind }: PaidWord,
): Promise<boolean> {
  if (channel !== 'sandbox' || kind === 'manual') return false;
  if (approval.adjustCredits === 0 && approval.markPaidAmount === 0) return false;
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', order.userId)
    .where('pay_channel', '=', 'sandbox')
    .where('paid_at', '>', at - dayMs)
    .where('id', '<>', order.id)
    .execute();
  const before = rows.map((row) => products.worth(toOrder(row))).reduce(addWorth, noWorth);
  return exceedsLimits(products.worth(order), before, approval);
}

/** Returns the ID of the order that the same event paid before; null when there is none. */
async function findAppliedOrder({ tx }: TxContext, { channel, eventId }: PaidWord): Promise<number | null> {
  const row = await tx
    .selectFrom('payment_events')
    .select('order_id')
    .where('event_id', '=', eventId)
    .where('channel', '=', channel as Column<'payment_events', 'channel'>)
    .where('result', '=', 'applied')
    .where('kind', '<>', 'refund')
    .executeTakeFirst();
  return row ? (row.order_id ?? 0) : null;
}

async function isTradeTaken({ tx }: TxContext, order: StoredOrder, word: PaidWord): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('pay_channel', '=', word.channel as Column<'orders', 'pay_channel'>)
    .where('trade_no', '=', word.tradeNo)
    .where('id', '<>', order.id)
    .executeTakeFirst();
  return row !== undefined;
}

async function book(
  scope: TxContext,
  deps: OrderDeps,
  rules: OrderRules,
  order: StoredOrder,
  word: PaidWord,
): Promise<StoredOrder> {
  const isLate = order.status === 'closed';
  // An admin who marks a closed order as paid wants it delivered. A gateway only reports that money arrived.
  const delivers = !isLate || word.kind === 'manual';
  const { distributorId, regionCode } = await findOrderOrigin(scope, order.userId);
  const paid = await changeOrder(
    scope,
    order,
    {
      status: 'paid',
      paid: word.amount,
      paid_at: word.paidAt,
      pay_channel: word.channel,
      // A payment that an admin books is real money, also when the order was placed in the sandbox.
      test_money: word.kind !== 'manual' && order.testMoney ? 1 : 0,
      trade_no: word.tradeNo,
      late_paid: isLate ? 1 : 0,
      ...{ distributor_id: distributorId, region_code: regionCode },
      next_fulfil_at: delivers ? scope.at : null,
      next_query_at: null,
      next_refund_check_at: deps.adapters.get(word.channel)?.findRefunded
        ? computeNextRefundCheck(scope.at, scope.at)
        : null,
    },
    word.actorId,
  );
  await countPayment(scope, deps, paid);
  if (delivers) return paid;
  if (!rules.pay.autoRefund) {
    await notify(scope.tx, deps.clock, createOddPaymentNotification(order.id, order.no, 'late'));
    return paid;
  }
  const reason = localize(late, rules.locale);
  const prompt = { amount: paid.paid, reason, shortfall: 'reject', externalNo: null, by: null } as const;
  return (await startRefund(scope, rules, paid, prompt)).order;
}

/** Updates the totals of the paying user and runs the payment hooks. Test money does neither. */
async function countPayment(scope: TxContext, { hooks }: OrderDeps, order: StoredOrder): Promise<void> {
  const { id, no, userId, productType, productId, paid, currency } = order;
  if (order.testMoney) return;
  // The lock serializes concurrent payments of one user, so that the total includes all of them.
  await lockOwner(scope, userId);
  // The total includes this order, which is already marked as paid, and excludes amounts in other currencies.
  const total = await sumPaid(scope, userId, currency);
  const user = await scope.tx
    .updateTable('users')
    .set({ total_paid: total, paid_currency: currency, order_count: sql`order_count + 1` })
    .where('id', '=', userId)
    .returning('order_count')
    .executeTakeFirstOrThrow();
  const isFirst = user.order_count === 1;
  const reported = {
    id,
    no,
    userId,
    productType,
    productId,
    paid,
    currency,
    paidAt: order.paidAt ?? scope.at,
    isFirst,
  };
  for (const hook of hooks.afterPaid) await hook(scope, reported);
}

/** Returns the total that a user paid in a currency, net of refunds and without test money. */
async function sumPaid({ tx }: TxContext, userId: number, currency: string): Promise<number> {
  const row = await tx
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(paid - refunded), 0)`.as('total'))
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('test_money', '=', 0)
    .executeTakeFirst();
  return row?.total ?? 0;
}

import type { PaymentResult } from '@gantry/core';
import { notify } from '../../platform/notifications/notify.ts';
import type { Column } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, lockOwner, lockWallet, settleDebt } from '../ledger/index.ts';
import type { DisputeReport } from '../payments/index.ts';
import { createReversalNotification } from './notifications.ts';
import type { OrderDeps, OrderRules } from './order-deps.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { recordEvent } from './payment/record-event.ts';
import { changeReversal, findReversal, insertReversal, reversalsOf, type StoredReversal } from './reversal-rows.ts';

/** The result of a gateway's report that money of an order was returned, or may be. */
export interface HandledReversal {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** Whether there is something left to book or to query. */
  readonly isOpen: boolean;
}

export const ignoredReversal: HandledReversal = { result: 'notPaid', orderId: null, orderNo: null, isOpen: false };

/** Returns the order that a trade number paid, locked; null for a payment of another system. */
export async function lockOrderPaidBy(scope: TxContext, channel: string, tradeNo: string): Promise<StoredOrder | null> {
  const paid = scope.tx
    .selectFrom('orders')
    .select('id')
    .where('pay_channel', '=', channel as Column<'orders', 'pay_channel'>);
  const known = await paid.where('trade_no', '=', tradeNo).executeTakeFirst();
  return known ? lockOrder(scope, { id: known.id }) : null;
}

const results = { inquiry: 'disputed', open: 'disputed', won: 'disputeWon', lost: 'disputeLost' } as const;

/**
 * Handles a gateway's report about a dispute: each state once, and in any order of arrival. An open dispute freezes what the
 * order granted, a won dispute unfreezes it, and a lost dispute books a refund. The first decision is final.
 */
export async function handleDispute(
  scope: TxContext,
  deps: Pick<OrderDeps, 'clock'>,
  rules: Pick<OrderRules, 'products'>,
  channel: string,
  reported: DisputeReport,
  raw: string,
): Promise<HandledReversal> {
  const { eventId, disputeNo, tradeNo, amount, currency, state, why } = reported;
  const { tx } = scope;
  const order = await lockOrderPaidBy(scope, channel, tradeNo);
  if (!order) return ignoredReversal;
  const handled = { orderId: order.id, orderNo: order.no, isOpen: false };
  const events = tx.selectFrom('payment_events').select('id').where('order_id', '=', order.id);
  const before = events
    .where('event_id', '=', eventId)
    .where('channel', '=', channel as Column<'payment_events', 'channel'>);
  if (await before.executeTakeFirst()) return { ...handled, result: 'duplicate' };
  const word = { channel, kind: 'refund', verified: true, eventId, tradeNo, amount, currency, actorId: null } as const;
  const result = results[state];
  await recordEvent(scope, order.id, { ...word, raw, note: why }, result);
  await notify(tx, deps.clock, createReversalNotification(order.id, order.no, why ?? ''));
  if (state === 'inquiry') return { ...handled, result };
  const key = { orderId: order.id, kind: 'dispute', reference: disputeNo } as const;
  const known = await findReversal(scope, key);
  const status = ({ open: 'open', won: 'dismissed', lost: 'pending' } as const)[state];
  if (known === null) {
    const created = await insertReversal(scope, { ...key, channel, status, amount, currency, reason: why });
    if (state === 'open') await freezeBenefits(scope, rules, order, created);
    return { ...handled, result, isOpen: state === 'lost' };
  }
  if (known.status !== 'open' || state === 'open') return { ...handled, result };
  await unfreezeBenefits(scope, rules, order, known);
  const due = state === 'lost' ? scope.at : null;
  await changeReversal(scope, known, { status, amount, reason: why?.slice(0, 200) ?? null, next_try_at: due });
  return { ...handled, result, isOpen: state === 'lost' };
}

/**
 * Freezes what a locked order granted while its payment is disputed: its credits cannot be spent, and the membership that it
 * created or extended is suspended with its remaining time. An undelivered order is frozen at delivery.
 */
export async function freezeBenefits(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  dispute: StoredReversal,
): Promise<void> {
  if (order.fulfilStatus !== 'done') return;
  await lockOwner(scope, order.userId);
  await getOwnLots(scope, order.id).set({ frozen_at: scope.at }).where('frozen_at', 'is', null).execute();
  const membershipId = await products.suspendTime(scope, order, dispute.reference);
  if (membershipId !== null) await changeReversal(scope, dispute, { membership_id: membershipId });
}

/** Unfreezes what the order granted, unless another dispute of it is open. The credits repay debts of the user first. */
async function unfreezeBenefits(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  dispute: StoredReversal,
): Promise<void> {
  const others = (await reversalsOf(scope, order.id, 'open')).filter(({ id }) => id !== dispute.id);
  const [next] = others;
  if (next) {
    if (dispute.membershipId !== null) await changeReversal(scope, next, { membership_id: dispute.membershipId });
    return;
  }
  await lockOwner(scope, order.userId);
  const unfrozen = await getOwnLots(scope, order.id)
    .set({ frozen_at: null })
    .where('frozen_at', 'is not', null)
    .returning('asset')
    .execute();
  for (const asset of [...new Set(unfrozen.map((row) => row.asset as Asset))].sort())
    await settleDebt(scope, await lockWallet(scope, order.userId, asset));
  if (dispute.membershipId !== null) await products.resumeTime(scope, order, dispute.membershipId, dispute.reference);
}

const getOwnLots = ({ tx }: TxContext, orderId: number) =>
  tx.updateTable('credit_lots').where('source', 'in', ['order', 'refundReturn']).where('source_id', '=', orderId);

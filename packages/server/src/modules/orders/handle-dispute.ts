import type { PaymentResult } from '@gantry/core';
import { notify } from '../../platform/notifications/notify.ts';
import type { Column } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, lockOwner, lockWallet, settleDebt } from '../ledger/index.ts';
import type { DisputeReport } from '../payments/index.ts';
import { createReversalNotification } from './notifications.ts';
import type { OrderDeps, OrderRules } from './order-needs.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { recordEvent } from './payment/record-event.ts';
import { changeReversal, findReversal, insertReversal, reversalsOf, type StoredReversal } from './reversal-rows.ts';

/** What became of a gateway's report that money of an order went back, or may. */
export interface HandledReversal {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** There is something to book or to ask the gateway about. */
  readonly isOpen: boolean;
}

export const ignoredReversal: HandledReversal = { result: 'notPaid', orderId: null, orderNo: null, isOpen: false };

/** The order of ours that a gateway's payment paid, locked; null for a payment of another system. */
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
 * Handles what a gateway reports of a dispute, each state once and in whatever order the states come: while it is open, what the
 * order gave is frozen; once it is won, that is lifted; once it is lost, the refund is booked. The first decision is final.
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
    const made = await insertReversal(scope, { ...key, channel, status, amount, currency, reason: why });
    if (state === 'open') await freezeBenefits(scope, rules, order, made);
    return { ...handled, result, isOpen: state === 'lost' };
  }
  if (known.status !== 'open' || state === 'open') return { ...handled, result };
  await unfreezeBenefits(scope, rules, order, known);
  const due = state === 'lost' ? scope.at : null;
  await changeReversal(scope, known, { status, amount, reason: why?.slice(0, 200) ?? null, next_try_at: due });
  return { ...handled, result, isOpen: state === 'lost' };
}

/**
 * Freezes what a locked order gave while its payment is disputed: its credits cannot be spent, and the membership that it is part of
 * is suspended with the time that it has left. What was not delivered is frozen when it is.
 */
export async function freezeBenefits(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  dispute: StoredReversal,
): Promise<void> {
  if (order.fulfilStatus !== 'done') return;
  await lockOwner(scope, order.userId);
  await ownLotsOf(scope, order.id).set({ frozen_at: scope.at }).where('frozen_at', 'is', null).execute();
  const membershipId = await products.suspendTime(scope, order, dispute.reference);
  if (membershipId !== null) await changeReversal(scope, dispute, { membership_id: membershipId });
}

/** The end of a dispute: everything can be used again, unless another dispute of the order is open. Debts are paid first. */
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
  const freed = await ownLotsOf(scope, order.id)
    .set({ frozen_at: null })
    .where('frozen_at', 'is not', null)
    .returning('asset')
    .execute();
  for (const asset of [...new Set(freed.map((row) => row.asset as Asset))].sort())
    await settleDebt(scope, await lockWallet(scope, order.userId, asset));
  if (dispute.membershipId !== null) await products.resumeTime(scope, order, dispute.membershipId, dispute.reference);
}

const ownLotsOf = ({ tx }: TxContext, orderId: number) =>
  tx.updateTable('credit_lots').where('source', 'in', ['order', 'refundReturn']).where('source_id', '=', orderId);

import type { PaymentResult } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { notify } from '../notifications/notify.ts';
import { moneyTakenBack } from '../notifications/order-matters.ts';
import type { TakenBack } from '../payments/payment-adapter.ts';
import type { OrderNeeds } from './order-needs.ts';
import { lockOrder } from './order-rows.ts';
import { recordEvent } from './record-event.ts';

export interface HeardTakenBack {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
}

/**
 * Keeps a gateway's word that money of an order went back, or may, without our asking, once, and tells the admins. The books stay:
 * whether what was delivered is taken back too, and how, is for somebody to decide. Payments that are none of ours are passed over.
 */
export async function hearTakenBack(
  scope: MoneyScope,
  { clock }: Pick<OrderNeeds, 'clock'>,
  channel: string,
  { eventId, tradeNo, amount, currency, cause, why }: TakenBack,
  raw: string,
): Promise<HeardTakenBack> {
  const { tx } = scope;
  const paid = tx.selectFrom('orders').select('id').where('pay_channel', '=', channel).where('trade_no', '=', tradeNo);
  const known = await paid.executeTakeFirst();
  const order = known ? await lockOrder(scope, { id: Number(known.id) }) : null;
  if (!order) return { result: 'notPaid', orderId: null, orderNo: null };
  const heard = { orderId: order.id, orderNo: order.no };
  const before = tx.selectFrom('payment_events').select('id').where('order_id', '=', order.id);
  const said = before.where('event_id', '=', eventId).where('channel', '=', channel);
  if (await said.executeTakeFirst()) return { ...heard, result: 'duplicate' };
  const word = { channel, kind: 'refund', verified: true, eventId, tradeNo, amount, currency, actorId: null } as const;
  await recordEvent(scope, order.id, { ...word, raw, note: why }, cause);
  await notify(tx, clock, moneyTakenBack(order.id, order.no, why ?? ''));
  return { ...heard, result: cause };
}

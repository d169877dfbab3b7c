import type { MoneyScope } from '../money/posting.ts';
import type { RefundTold } from '../payments/payment-adapter.ts';
import { type HeardTakenBack, hearTakenBack } from './hear-taken-back.ts';
import type { OrderNeeds } from './order-needs.ts';
import { lockOrder } from './order-rows.ts';

const passedOver: HeardTakenBack = { result: 'notPaid', orderId: null, orderNo: null };

/**
 * Takes a gateway's word about a refund that has no number of ours: somebody made it in the gateway's back office. It is kept
 * once, whatever notice tells of it, and an admin is told. One that did not reach the payer took nothing back.
 */
export async function hearRefundOutside(
  scope: MoneyScope,
  needs: Pick<OrderNeeds, 'clock'>,
  channel: string,
  told: RefundTold,
  raw: string,
): Promise<HeardTakenBack> {
  const { refundNo, tradeNo, currency, failure, detour, total = null } = told;
  if (failure !== null || detour !== undefined || tradeNo === '') return passedOver;
  const paid = scope.tx.selectFrom('orders').select('id').where('pay_channel', '=', channel);
  const known = await paid.where('trade_no', '=', tradeNo).executeTakeFirst();
  const order = known ? await lockOrder(scope, { id: Number(known.id) }) : null;
  if (!order) return passedOver;
  const unexplained = total === null ? null : total - (await explained(scope, order.id, refundNo === null));
  // Without a number, what went back may all be ours, or have been told of before.
  if (refundNo === null && (unexplained ?? 0) <= 0)
    return { result: 'duplicate', orderId: order.id, orderNo: order.no };
  const amount = told.amount ?? (unexplained !== null && unexplained > 0 ? unexplained : null);
  const eventId = refundNo === null ? `${total}:outside` : `${refundNo.slice(0, 80)}:outside`;
  const why = refundNo ?? 'without a number';
  const word = { eventId, tradeNo, amount, currency, cause: 'refundedOutside', why } as const;
  return hearTakenBack(scope, needs, channel, word, raw);
}

/**
 * Fen of an order that went back by refunds of ours and by such as were told of before.
 * @param withOpen also by ours that are on their way, which the gateway may have made already
 */
async function explained({ tx }: MoneyScope, orderId: number, withOpen: boolean): Promise<number> {
  const states = ['succeeded', 'returned', ...(withOpen ? ['processing'] : [])];
  const ours = tx.selectFrom('refunds').select('amount').where('order_id', '=', orderId).where('status', 'in', states);
  const outside = tx.selectFrom('payment_events').select('amount').where('order_id', '=', orderId);
  const rows = [...(await ours.execute()), ...(await outside.where('result', '=', 'refundedOutside').execute())];
  return rows.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0);
}

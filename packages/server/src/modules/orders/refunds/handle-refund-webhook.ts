import type { PaymentResult } from '@gantry/core';
import { notify } from '../../../platform/notifications/notify.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { RefundReport } from '../../payments/payment-adapter.ts';
import { refundCameBack, refundOdd } from '../notifications.ts';
import type { OrderDeps } from '../order-needs.ts';
import { lockOrder } from '../order-rows.ts';
import { type GatewayWord, recordEvent } from '../payment/record-event.ts';
import { handleOutsideRefund, handleRefundTotal } from './handle-external-refund.ts';
import { changeRefund, lockRefund } from './refund-rows.ts';

/** What became of a gateway's word about a refund of ours. */
export interface ReportedRefund {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** It is still under way here: the gateway is to be asked now how it stands. */
  readonly isOpen: boolean;
}

/**
 * Takes what a gateway says of a refund by itself. One under way is asked after, as its job would do. One that was made and
 * did not reach the payer stays made in the books, which nobody's word alone moves again: it is marked, and an admin is told
 * to pay the payer otherwise. One that reached them by another way is noted, and asks nothing of anybody. One whose figures are
 * not ours changes nothing, and an admin is told of that, too. One that we did not ask for was made at the gateway.
 */
export async function handleRefundWebhook(
  scope: TxContext,
  deps: Pick<OrderDeps, 'clock'>,
  channel: string,
  reported: RefundReport,
  raw: string,
): Promise<ReportedRefund> {
  const { tx } = scope;
  const { clock } = deps;
  const ours = tx.selectFrom('refunds').select(['id', 'order_id']).where('channel', '=', channel);
  const known =
    reported.refundNo === null ? undefined : await ours.where('no', '=', reported.refundNo).executeTakeFirst();
  const order = known ? await lockOrder(scope, { id: Number(known.order_id) }) : null;
  if (!known || !order) return handleOutsideRefund(scope, deps, channel, reported, raw);
  const refund = await lockRefund(scope, Number(known.id));
  const isMore = await handleRefundTotal(scope, deps, order, reported, raw);
  const received = { orderId: order.id, orderNo: order.no, isOpen: isMore || refund.status === 'processing' };
  const { eventId, tradeNo, currency, failure, detour = null } = reported;
  const amount = reported.amount ?? refund.amount;
  const word = { channel, kind: 'refund', verified: true, eventId, tradeNo, amount, currency, actorId: null } as const;
  const keep = async (result: PaymentResult): Promise<ReportedRefund> => {
    await recordEvent(scope, order.id, { ...word, raw, note: failure }, result);
    return { ...received, result };
  };
  const isOurs = amount === refund.amount && currency === order.currency && tradeNo === order.tradeNo;
  if (!isOurs) {
    await notify(tx, clock, refundOdd(refund.id, refund.no));
    return { ...(await keep('amountMismatch')), isOpen: isMore };
  }
  const isNews = failure !== null && refund.status === 'succeeded' && refund.row.came_back === 'no';
  if (detour !== null)
    return { ...received, result: await keepDetour(scope, order.id, refund.no, { ...word, raw, note: detour }) };
  if (!isNews) return { ...received, result: 'duplicate' };
  const why = failure.slice(0, 200);
  await changeRefund(scope, refund, { status: 'returned', came_back: 'waiting', came_back_why: why });
  await notify(tx, clock, refundCameBack(refund.id, refund.no, failure));
  return keep('cameBack');
}

/** Notes once that a refund reached its payer by another way, however often and by whatever road that is told. */
async function keepDetour(
  scope: TxContext,
  orderId: number,
  refundNo: string,
  word: GatewayWord,
): Promise<PaymentResult> {
  const eventId = `${refundNo}:rerouted`;
  const known = scope.tx.selectFrom('payment_events').select('id').where('order_id', '=', orderId);
  if (await known.where('event_id', '=', eventId).executeTakeFirst()) return 'duplicate';
  await recordEvent(scope, orderId, { ...word, eventId }, 'rerouted');
  return 'rerouted';
}

import type { OutboundClient } from '../../../platform/outbound/index.ts';
import {
  type BookedPayment,
  formatYuan,
  parseYuan,
  type RefundAnswer,
  type RefundReport,
  type RefundRequest,
} from '../payment-adapter.ts';
import {
  type EpayAccount,
  getEpayContent,
  getEpayOrder,
  getEpayText,
  isUnknownToEpay,
  parseEpayAnswer,
  queryEpayOrder,
  requireEpayAnswer,
} from './epay-api.ts';

/**
 * The protocol has no number for a refund: the same one asked for twice would be paid twice. So it is asked for once, and
 * after that only what the gateway says of the order counts, or the number that an admin read in its back office.
 */
export async function refundByEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { orderNo, tradeNo, amount, externalNo, isRepeat } = request;
  if (isRepeat) {
    if (externalNo !== null) return { outcome: 'succeeded', channelRefundNo: externalNo };
    const known = await refundedAlready(outbound, account, request);
    if (known === 'done') return { outcome: 'succeeded', channelRefundNo: `${tradeNo}-refund` };
    if (known === 'untold') throw new Error('epay does not tell whether it refunded: look in its back office');
  }
  const form = {
    pid: account.pid,
    key: account.key,
    trade_no: tradeNo,
    out_trade_no: orderNo,
    money: formatYuan(amount),
  };
  const { status, body } = await outbound.send({
    target: 'payment',
    url: `${account.gatewayUrl}/api.php?act=refund`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const answer = requireEpayAnswer(parseEpayAnswer(status, body));
  if (answer.code !== '1') return { outcome: 'rejected', why: `epay: ${answer.code} ${answer.words}`.trim() };
  return {
    outcome: 'succeeded',
    channelRefundNo: getEpayText(getEpayContent(answer.said), 'refund_no') || `${tradeNo}-refund`,
  };
}

/** Whether the gateway has paid it back, by the sum that some of them tell. */
async function refundedAlready(
  outbound: OutboundClient,
  account: EpayAccount,
  { orderNo, amount, paid, refundedBefore }: RefundRequest,
): Promise<'done' | 'not' | 'untold'> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, orderNo));
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, orderNo, account);
  const back = parseYuan(getEpayText(order, 'refundmoney'));
  if (back !== null && back >= refundedBefore + amount) return 'done';
  if (back !== null && back === refundedBefore) return 'not';
  return back === null && getEpayText(order, 'status') === '2' && amount === paid ? 'done' : 'untold';
}

/**
 * What the gateway refunded of an order, in its back office as well: the sum where it gives one. Where it says no more than that the
 * order is refunded, that is the whole, unless a refund that is known here may be what it means.
 */
export async function findRefundedByEpay(
  outbound: OutboundClient,
  account: EpayAccount,
  { orderNo, tradeNo, paid, currency, refundedBefore }: BookedPayment,
): Promise<RefundReport | null> {
  const answer = requireEpayAnswer(await queryEpayOrder(outbound, account, orderNo));
  if (isUnknownToEpay(answer)) return null;
  if (answer.code !== '1') throw new Error(`epay: ${answer.code} ${answer.words}`);
  const order = getEpayOrder(answer, orderNo, account);
  if (getEpayText(order, 'trade_no') !== tradeNo) throw new Error('epay: the answer is about another payment');
  const whole = isRefunded(order) && refundedBefore === 0 ? paid : 0;
  const total = parseYuan(getEpayText(order, 'refundmoney')) || whole;
  if (total <= refundedBefore) return null;
  const eventId = `${tradeNo}-${total}`;
  return { eventId, refundNo: null, tradeNo, amount: null, total, currency, failure: null };
}

/** Whether the state of an order says that it was refunded, in part or in whole. */
const isRefunded = (order: unknown) =>
  getEpayText(order, 'status') === '2' || getEpayText(order, 'trade_status').toUpperCase() === 'TRADE_REFUND';

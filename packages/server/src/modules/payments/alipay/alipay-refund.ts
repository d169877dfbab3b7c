import { getPath } from '../../../platform/outbound/index.ts';
import {
  formatYuan,
  type MadeRefund,
  parseYuan,
  type RefundAnswer,
  type RefundReport,
  type RefundRequest,
} from '../payment-adapter.ts';
import { type AlipayAccount, type AlipayClient, callAlipay, getAlipayText } from './alipay-api.ts';

/** By these Alipay says that it will never be made. Anything else may pass: too little in the account, a busy system. */
const never = [
  'ACQ.TRADE_NOT_EXIST',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.DISCORDANT_REPEAT_REQUEST',
  'ACQ.REFUND_FEE_ERROR',
  'ACQ.BUYER_NOT_EXIST',
  'ACQ.INVALID_PARAMETER',
];

const failed = 'REFUND_FAIL';
/** What became of the part that goes back to a bank. */
const depositBack = 'deposit_back_info';

/** Refunds a number once, however often it is asked for: Alipay knows it as `out_request_no`. */
export async function refundByAlipay(
  deps: AlipayClient,
  account: AlipayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { refundNo, orderNo, tradeNo, amount } = request;
  const done: RefundAnswer = { outcome: 'succeeded', channelRefundNo: refundNo };
  const answer = await callAlipay(deps, account, 'alipay.trade.refund', {
    out_trade_no: orderNo,
    trade_no: tradeNo,
    refund_amount: formatYuan(amount),
    out_request_no: refundNo,
    // Without it Alipay says nothing of a bank that does not take the money back.
    query_options: [depositBack],
  });
  const { code, subCode } = answer;
  if (code === '10000' && getAlipayText(answer, 'fund_change') === 'Y') return done;
  // It may have been made by an earlier call of the same number, whose answer was not heard.
  if (await isMade(deps, account, request)) return done;
  if (code === '40004' && never.includes(subCode)) return { outcome: 'rejected', why: `alipay: ${subCode}` };
  throw new Error(`alipay: ${subCode || code}`);
}

function queryRefund(deps: AlipayClient, account: AlipayAccount, { refundNo, orderNo, tradeNo }: MadeRefund) {
  const requested = {
    out_trade_no: orderNo,
    trade_no: tradeNo,
    out_request_no: refundNo,
    query_options: [depositBack],
  };
  return callAlipay(deps, account, 'alipay.trade.fastpay.refund.query', requested);
}

/** As Alipay says it: a bank that does not take the money back does not keep the payer from it. */
export const alipayDetour = 'the bank did not take it, so Alipay put it into the balance of the payer';

/**
 * How a refund that was made stands. Alipay sends none back to the merchant: what a bank rejects goes into the payer's balance
 * at Alipay, so that only a refund of which Alipay says itself that it failed came to nothing.
 */
export async function reconcileAlipayRefund(
  deps: AlipayClient,
  account: AlipayAccount,
  made: MadeRefund,
): Promise<RefundReport | null> {
  const answer = await queryRefund(deps, account, made);
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  const { refundNo, tradeNo, amount, currency } = made;
  if (![refundNo, ''].includes(getAlipayText(answer, 'out_request_no')))
    throw new Error('alipay: the answer is about another refund');
  const reported = { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency };
  const status = getAlipayText(answer, 'refund_status');
  // One that it still works on has not failed: whoever paid it again would have paid it twice.
  if (status === failed) return { ...reported, failure: status };
  const isDetour = getPath(answer.said, depositBack, 'dback_status') === 'F';
  return isDetour ? { ...reported, failure: null, detour: alipayDetour } : null;
}

/** Has Alipay made the refund of this number? Throws when it does not say. */
async function isMade(deps: AlipayClient, account: AlipayAccount, request: RefundRequest): Promise<boolean> {
  const { refundNo, orderNo, amount } = request;
  const answer = await queryRefund(deps, account, request);
  if (answer.code === '40004' && /NOT_EXIST$/.test(answer.subCode)) return false;
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (getAlipayText(answer, 'refund_status') !== 'REFUND_SUCCESS') return false;
  const isThis =
    getAlipayText(answer, 'out_request_no') === refundNo && getAlipayText(answer, 'out_trade_no') === orderNo;
  if (!isThis || parseYuan(getAlipayText(answer, 'refund_amount')) !== amount)
    throw new Error('alipay: the answer is about another refund');
  return true;
}

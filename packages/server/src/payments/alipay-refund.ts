import { at } from '../outbound/index.ts';
import type { AlipayAccount } from './alipay-account.ts';
import { type AlipayGate, alipayText, askAlipay } from './alipay-api.ts';
import type { MadeRefund, RefundAnswer, RefundRequest, RefundTold } from './payment-adapter.ts';
import { fenOf, yuanOf } from './yuan.ts';

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
  needs: AlipayGate,
  account: AlipayAccount,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const { refundNo, orderNo, tradeNo, amount } = request;
  const done: RefundAnswer = { outcome: 'succeeded', channelRefundNo: refundNo };
  const answer = await askAlipay(needs, account, 'alipay.trade.refund', {
    out_trade_no: orderNo,
    trade_no: tradeNo,
    refund_amount: yuanOf(amount),
    out_request_no: refundNo,
    // Without it Alipay says nothing of a bank that does not take the money back.
    query_options: [depositBack],
  });
  const { code, subCode } = answer;
  if (code === '10000' && alipayText(answer, 'fund_change') === 'Y') return done;
  // It may have been made by an earlier call of the same number, whose answer was not heard.
  if (await isMade(needs, account, request)) return done;
  if (code === '40004' && never.includes(subCode)) return { outcome: 'refused', why: `alipay: ${subCode}` };
  throw new Error(`alipay: ${subCode || code}`);
}

function queryRefund(needs: AlipayGate, account: AlipayAccount, { refundNo, orderNo, tradeNo }: MadeRefund) {
  const asked = { out_trade_no: orderNo, trade_no: tradeNo, out_request_no: refundNo, query_options: [depositBack] };
  return askAlipay(needs, account, 'alipay.trade.fastpay.refund.query', asked);
}

/** As Alipay says it: a bank that does not take the money back does not keep the payer from it. */
export const alipayDetour = 'the bank did not take it, so Alipay put it into the balance of the payer';

/**
 * How a refund that was made stands. Alipay sends none back to the merchant: what a bank refuses goes into the payer's balance
 * at Alipay, so that only a refund of which Alipay says itself that it failed came to nothing.
 */
export async function lookAtAlipayRefund(
  needs: AlipayGate,
  account: AlipayAccount,
  made: MadeRefund,
): Promise<RefundTold | null> {
  const answer = await queryRefund(needs, account, made);
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  const { refundNo, tradeNo, amount, currency } = made;
  if (![refundNo, ''].includes(alipayText(answer, 'out_request_no')))
    throw new Error('alipay: the answer is about another refund');
  const told = { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency };
  const status = alipayText(answer, 'refund_status');
  // One that it still works on has not failed: whoever paid it again would have paid it twice.
  if (status === failed) return { ...told, failure: status };
  const isDetour = at(answer.said, depositBack, 'dback_status') === 'F';
  return isDetour ? { ...told, failure: null, detour: alipayDetour } : null;
}

/** Has Alipay made the refund of this number? Throws when it does not say. */
async function isMade(needs: AlipayGate, account: AlipayAccount, request: RefundRequest): Promise<boolean> {
  const { refundNo, orderNo, amount } = request;
  const answer = await queryRefund(needs, account, request);
  if (answer.code === '40004' && /NOT_EXIST$/.test(answer.subCode)) return false;
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (alipayText(answer, 'refund_status') !== 'REFUND_SUCCESS') return false;
  const isThis = alipayText(answer, 'out_request_no') === refundNo && alipayText(answer, 'out_trade_no') === orderNo;
  if (!isThis || fenOf(alipayText(answer, 'refund_amount')) !== amount)
    throw new Error('alipay: the answer is about another refund');
  return true;
}

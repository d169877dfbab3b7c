import type { AlipayAccount } from './alipay-account.ts';
import { type AlipayGate, alipayText, askAlipay } from './alipay-api.ts';
import type { RefundAnswer, RefundRequest } from './payment-adapter.ts';
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
  });
  const { code, subCode } = answer;
  if (code === '10000' && alipayText(answer, 'fund_change') === 'Y') return done;
  // It may have been made by an earlier call of the same number, whose answer was not heard.
  if (await isMade(needs, account, request)) return done;
  if (code === '40004' && never.includes(subCode)) return { outcome: 'refused', why: `alipay: ${subCode}` };
  throw new Error(`alipay: ${subCode || code}`);
}

/** Has Alipay made the refund of this number? Throws when it does not say. */
async function isMade(needs: AlipayGate, account: AlipayAccount, request: RefundRequest): Promise<boolean> {
  const { refundNo, orderNo, tradeNo, amount } = request;
  const asked = { out_trade_no: orderNo, trade_no: tradeNo, out_request_no: refundNo };
  const answer = await askAlipay(needs, account, 'alipay.trade.fastpay.refund.query', asked);
  if (answer.code === '40004' && /NOT_EXIST$/.test(answer.subCode)) return false;
  if (answer.code !== '10000') throw new Error(`alipay: ${answer.subCode || answer.code}`);
  if (alipayText(answer, 'refund_status') !== 'REFUND_SUCCESS') return false;
  const isThis = alipayText(answer, 'out_request_no') === refundNo && alipayText(answer, 'out_trade_no') === orderNo;
  if (!isThis || fenOf(alipayText(answer, 'refund_amount')) !== amount)
    throw new Error('alipay: the answer is about another refund');
  return true;
}

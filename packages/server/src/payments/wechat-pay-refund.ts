import { at } from '../outbound/index.ts';
import type { MadeRefund, RefundAnswer, RefundRequest, RefundTold } from './payment-adapter.ts';
import type { WechatPayAccount, WechatPayNeeds } from './wechat-pay-account.ts';
import { askWechatPay, wechatPayCode, wechatPaySays } from './wechat-pay-api.ts';

type Asking = Pick<WechatPayNeeds, 'gate' | 'clock'>;

const refunds = '/v3/refund/domestic/refunds';

/** By these WeChat Pay will never make the refund. A merchant's account that is short of money, or a limit, may be otherwise later. */
const finalCodes = ['PARAM_ERROR', 'INVALID_REQUEST', 'USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS'];

/** Refunds a payment under our number. One that is on its way already is asked about, not asked for once more. */
export async function refundByWechatPay(
  needs: Asking,
  account: WechatPayAccount,
  request: RefundRequest,
  notify: string | null,
): Promise<RefundAnswer> {
  const { refundNo, tradeNo, amount, paid, currency } = request;
  const known = await knownRefund(needs, account, refundNo);
  if (known !== null) return outcomeOf(known, request);
  const answer = await askWechatPay(needs, account, 'POST', refunds, {
    transaction_id: tradeNo,
    out_refund_no: refundNo,
    amount: { refund: amount, total: paid, currency },
    // Without it nobody would hear of a refund that a bank does not take.
    ...(notify === null ? {} : { notify_url: notify }),
  });
  const code = wechatPayCode(answer.said);
  const isFinal = answer.status >= 400 && answer.status < 500 && finalCodes.includes(code ?? '');
  if (isFinal && answer.isSigned) return { outcome: 'refused', why: whyOf(code, answer.said) };
  return outcomeOf(wechatPaySays(answer), request);
}

/** What WeChat Pay knows of the refund of a number of ours; null when it knows none. */
async function knownRefund(needs: Asking, account: WechatPayAccount, refundNo: string): Promise<unknown> {
  const known = await askWechatPay(needs, account, 'GET', `${refunds}/${encodeURIComponent(refundNo)}`);
  const isUnknown = known.status === 404 && known.isSigned && wechatPayCode(known.said) === 'RESOURCE_NOT_EXISTS';
  return isUnknown ? null : wechatPaySays(known);
}

/** In these a refund will not reach the payer, or has not after all, unless somebody sends the money otherwise. */
export const lostRefund: readonly unknown[] = ['ABNORMAL', 'CLOSED'];

/** Whether the money of a refund that was made is still with the payer: their card may have been closed meanwhile. */
export async function lookAtWechatPayRefund(
  needs: Asking,
  account: WechatPayAccount,
  { refundNo, tradeNo, amount, currency }: MadeRefund,
): Promise<RefundTold | null> {
  const said = await knownRefund(needs, account, refundNo);
  const status = at(said, 'status');
  if (said === null || !lostRefund.includes(status)) return null;
  const isOurs = at(said, 'out_refund_no') === refundNo && at(said, 'amount', 'refund') === amount;
  if (!isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  return { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency, failure: String(status) };
}

function whyOf(code: string | null, said: unknown): string {
  const message = at(said, 'message');
  return `${code}: ${typeof message === 'string' ? message : ''}`.slice(0, 160);
}

function outcomeOf(said: unknown, { refundNo, orderNo, amount, currency }: RefundRequest): RefundAnswer {
  const [id, status] = [at(said, 'refund_id'), at(said, 'status')];
  const isOurs =
    at(said, 'out_refund_no') === refundNo &&
    at(said, 'out_trade_no') === orderNo &&
    at(said, 'amount', 'refund') === amount &&
    (at(said, 'amount', 'currency') ?? 'CNY') === currency;
  if (typeof id !== 'string' || !isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  if (status === 'SUCCESS') return { outcome: 'succeeded', channelRefundNo: id };
  if (status === 'CLOSED') return { outcome: 'refused', why: 'CLOSED' };
  if (status === 'PROCESSING') return { outcome: 'pending', why: 'WeChat Pay: the refund is PROCESSING' };
  // ABNORMAL waits for somebody to send the money elsewhere in the merchant platform; it is not lost and not back.
  throw new Error(`WeChat Pay: the refund is ${String(status)}`);
}

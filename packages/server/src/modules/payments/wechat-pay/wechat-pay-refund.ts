import { getPath } from '../../../platform/outbound/index.ts';
import type { MadeRefund, RefundAnswer, RefundReport, RefundRequest } from '../payment-adapter.ts';
import type { WechatPayAccount, WechatPayDeps } from './wechat-pay-account.ts';
import { callWechatPay, getWechatPayCode, readWechatPay } from './wechat-pay-api.ts';

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

const refunds = '/v3/refund/domestic/refunds';

/** By these WeChat Pay will never make the refund. A merchant's account that is short of money, or a limit, may be otherwise later. */
const finalCodes = ['PARAM_ERROR', 'INVALID_REQUEST', 'USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS'];

/** Refunds a payment under our number. One that is on its way already is asked about, not asked for once more. */
export async function refundByWechatPay(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  request: RefundRequest,
  notify: string | null,
): Promise<RefundAnswer> {
  const { refundNo, tradeNo, amount, paid, currency } = request;
  const known = await knownRefund(deps, account, refundNo);
  if (known !== null) return outcomeOf(known, request);
  const answer = await callWechatPay(deps, account, 'POST', refunds, {
    transaction_id: tradeNo,
    out_refund_no: refundNo,
    amount: { refund: amount, total: paid, currency },
    // Without it a refund that a bank does not accept would not be noticed.
    ...(notify === null ? {} : { notify_url: notify }),
  });
  const code = getWechatPayCode(answer.said);
  const isFinal = answer.status >= 400 && answer.status < 500 && finalCodes.includes(code ?? '');
  if (isFinal && answer.isSigned) return { outcome: 'rejected', why: whyOf(code, answer.said) };
  return outcomeOf(readWechatPay(answer), request);
}

/** What WeChat Pay knows of the refund of a number of ours; null when it knows none. */
async function knownRefund(deps: WechatPayCallDeps, account: WechatPayAccount, refundNo: string): Promise<unknown> {
  const known = await callWechatPay(deps, account, 'GET', `${refunds}/${encodeURIComponent(refundNo)}`);
  const isUnknown = known.status === 404 && known.isSigned && getWechatPayCode(known.said) === 'RESOURCE_NOT_EXISTS';
  return isUnknown ? null : readWechatPay(known);
}

/** In these a refund will not reach the payer, or has not after all, unless it is paid in another way. */
export const lostRefund: readonly unknown[] = ['ABNORMAL', 'CLOSED'];

/** Whether the money of a refund that was made is still with the payer: their card may have been closed meanwhile. */
export async function reconcileWechatPayRefund(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  { refundNo, tradeNo, amount, currency }: MadeRefund,
): Promise<RefundReport | null> {
  const said = await knownRefund(deps, account, refundNo);
  const status = getPath(said, 'status');
  if (said === null || !lostRefund.includes(status)) return null;
  const isOurs = getPath(said, 'out_refund_no') === refundNo && getPath(said, 'amount', 'refund') === amount;
  if (!isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  return { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency, failure: String(status) };
}

function whyOf(code: string | null, said: unknown): string {
  const message = getPath(said, 'message');
  return `${code}: ${typeof message === 'string' ? message : ''}`.slice(0, 160);
}

function outcomeOf(said: unknown, { refundNo, orderNo, amount, currency }: RefundRequest): RefundAnswer {
  const [id, status] = [getPath(said, 'refund_id'), getPath(said, 'status')];
  const isOurs =
    getPath(said, 'out_refund_no') === refundNo &&
    getPath(said, 'out_trade_no') === orderNo &&
    getPath(said, 'amount', 'refund') === amount &&
    (getPath(said, 'amount', 'currency') ?? 'CNY') === currency;
  if (typeof id !== 'string' || !isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  if (status === 'SUCCESS') return { outcome: 'succeeded', channelRefundNo: id };
  if (status === 'CLOSED') return { outcome: 'rejected', why: 'CLOSED' };
  if (status === 'PROCESSING') return { outcome: 'pending', why: 'WeChat Pay: the refund is PROCESSING' };
  // ABNORMAL waits until the money is sent elsewhere in the merchant platform; it is neither lost nor returned.
  throw new Error(`WeChat Pay: the refund is ${String(status)}`);
}

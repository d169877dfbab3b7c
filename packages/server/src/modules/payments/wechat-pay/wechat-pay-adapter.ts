import { ApiError } from '@gantry/core';
import * as z from 'zod/mini';
import { ConnectionTestError, getPath, parseJson } from '../../../platform/outbound/index.ts';
import { noSuchOrder, payAddresses } from '../pay-addresses.ts';
import type {
  MadeRefund,
  NoticeAnswer,
  PaymentAdapter,
  ProbeAnswer,
  RawNotice,
  RefundAnswer,
  RefundReport,
  RefundRequest,
} from '../payment-adapter.ts';
import {
  getWechatPayAvailability,
  judgeWechatPaySignature,
  readWechatPayAccount,
  type WechatPayAccount,
  type WechatPayDeps,
} from './wechat-pay-account.ts';
import { callWechatPay, getWechatPayCode, openResource, readWechatPay } from './wechat-pay-api.ts';
import { getWechatPayOrderPath, openWechatPay, queryWechatPay, readTransaction } from './wechat-pay-order.ts';

const noticeShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(96)),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.string(),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ''),
  }),
});

/** What a notice of a refund carries; it is in yuan alone, and says so nowhere. */
const refundShape = z.object({
  mchid: z.string(),
  out_trade_no: z.string().check(z.minLength(1), z.maxLength(64)),
  transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
  out_refund_no: z.string().check(z.minLength(1), z.maxLength(64)),
  refund_status: z.string().check(z.maxLength(32)),
  amount: z.object({ refund: z.int().check(z.gte(0)) }),
});

/** Judges a notice as it came: signed by the platform, sealed for this merchant, and about this account. */
function judgeWechatPayNotice({ raw, headers }: RawNotice, account: WechatPayAccount, now: number): NoticeAnswer {
  const verdict = judgeWechatPaySignature(headers, raw, account.platform, now);
  if (verdict !== 'right') return { rejection: verdict, orderNo: null };
  const notice = noticeShape.safeParse(parseJson(raw));
  if (!notice.success) return { rejection: 'malformed', orderNo: null };
  const { id, event_type: type, resource } = notice.data;
  const isRefund = /^REFUND\./.test(type);
  if (type !== 'TRANSACTION.SUCCESS' && !isRefund) return { payment: null, orderNo: null };
  const opened = openResource(resource, account.apiV3Key);
  if (opened === null) return { rejection: 'malformed', orderNo: null };
  const said = parseJson(opened);
  if (isRefund) return refundIn(said, account, id);
  const claimed = getPath(said, 'out_trade_no');
  const orderNo = typeof claimed === 'string' ? claimed : null;
  const state = getPath(said, 'trade_state');
  if (state !== 'SUCCESS')
    return { payment: null, orderNo, conflict: `${type}, trade_state=${String(state)}`.slice(0, 160) };
  const found = readTransaction(said, account, id);
  return 'payment' in found ? found : { rejection: found.rejection, orderNo };
}

/** A bank may turn a refund down days after WeChat Pay said that it was made: the money is then back in the merchant's account. */
function refundIn(said: unknown, { signer }: WechatPayAccount, eventId: string): NoticeAnswer {
  const read = refundShape.safeParse(said);
  if (!read.success) return { rejection: 'malformed', orderNo: null };
  const { mchid, out_trade_no: orderNo, transaction_id: tradeNo, out_refund_no: refundNo } = read.data;
  if (mchid !== signer.mchId) return { rejection: 'otherMerchant', orderNo };
  const { refund_status: status, amount } = read.data;
  const failure = lostRefund.includes(status) ? status : null;
  const refund = { eventId, refundNo, tradeNo, amount: amount.refund, currency: 'CNY', failure };
  return { payment: null, orderNo, refund };
}

/** Paid with WeChat (API v3): by a QR code, inside WeChat, or from the browser of a phone. */
export function createWechatPayAdapter(deps: WechatPayDeps): PaymentAdapter {
  const { settings, clock } = deps;
  /** To ask after what was paid, and to refund it, the channel need not be on for new orders. */
  const account = async (): Promise<WechatPayAccount> => {
    const found = await readWechatPayAccount(settings);
    if (!found) throw new Error('WeChat Pay: the account is not filled in');
    return found;
  };
  return {
    channel: 'wechat',
    canQuery: true,
    status: () => getWechatPayAvailability(settings),
    async create(order, payer) {
      const addresses = await payAddresses(settings, 'wechat');
      if (!addresses) throw new Error('WeChat Pay: the site has no address');
      const opened = await openWechatPay(deps, await account(), order, payer, addresses.notify);
      if ('rejection' in opened) throw new ApiError('invalid', { errors: { channel: [opened.rejection] } });
      return { orderNo: order.no, amount: order.amount, currency: order.currency, ...opened.params };
    },
    async verifyNotice(notice) {
      const found = await readWechatPayAccount(settings);
      return found ? judgeWechatPayNotice(notice, found, clock()) : { rejection: 'channelOff', orderNo: null };
    },
    acknowledge: (isTaken) =>
      isTaken
        ? { status: 204, type: 'application/json', body: '' }
        : { status: 500, type: 'application/json', body: JSON.stringify({ code: 'FAIL', message: 'rejected' }) },
    probe: () => probeWechatPay(deps),
    query: async ({ no }) => queryWechatPay(deps, await account(), no),
    async refund(request) {
      const notify = (await payAddresses(settings, 'wechat'))?.notify ?? null;
      return refundByWechatPay(deps, await account(), request, notify);
    },
    reconcileRefund: async (made) => reconcileWechatPayRefund(deps, await account(), made),
  };
}

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
async function probeWechatPay(deps: WechatPayDeps): Promise<ProbeAnswer> {
  const account = await readWechatPayAccount(deps.settings);
  if (!account) throw new ConnectionTestError('off');
  const { status, said, isSigned } = await callWechatPay(
    deps,
    account,
    'GET',
    getWechatPayOrderPath(noSuchOrder, account),
  );
  const code = getWechatPayCode(said) ?? String(status);
  if (status === 401 || status === 403) throw new ConnectionTestError('auth', code);
  if (status !== 404) throw new ConnectionTestError('rejected', code);
  if (!isSigned) throw new ConnectionTestError('answer', 'signature');
  return { code, said: String(getPath(said, 'message') ?? '').slice(0, 120) };
}

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

const refunds = '/v3/refund/domestic/refunds';

/** By these WeChat Pay will never make the refund. A merchant's account that is short of money, or a limit, may be otherwise later. */
const finalCodes = ['PARAM_ERROR', 'INVALID_REQUEST', 'USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS'];

/** Refunds a payment under our number. One that is on its way already is asked about, not asked for once more. */
async function refundByWechatPay(
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
const lostRefund: readonly unknown[] = ['ABNORMAL', 'CLOSED'];

/** Whether the money of a refund that was made is still with the payer: their card may have been closed meanwhile. */
async function reconcileWechatPayRefund(
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

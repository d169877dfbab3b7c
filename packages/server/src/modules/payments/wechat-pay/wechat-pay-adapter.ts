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

/** The content of a refund notification. It has no currency field, because the amount is always in CNY. */
const refundShape = z.object({
  mchid: z.string(),
  out_trade_no: z.string().check(z.minLength(1), z.maxLength(64)),
  transaction_id: z.string().check(z.minLength(1), z.maxLength(64)),
  out_refund_no: z.string().check(z.minLength(1), z.maxLength(64)),
  refund_status: z.string().check(z.maxLength(32)),
  amount: z.object({ refund: z.int().check(z.gte(0)) }),
});

/** Verifies a notification: signed by the platform, encrypted for this merchant, and about this account. */
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
  const payload = parseJson(opened);
  if (isRefund) return readRefund(payload, account, id);
  const claimed = getPath(payload, 'out_trade_no');
  const orderNo = typeof claimed === 'string' ? claimed : null;
  const state = getPath(payload, 'trade_state');
  if (state !== 'SUCCESS')
    return { payment: null, orderNo, conflict: `${type}, trade_state=${String(state)}`.slice(0, 160) };
  const found = readTransaction(payload, account, id);
  return 'payment' in found ? found : { rejection: found.rejection, orderNo };
}

/**
 * Reads a refund notification. A bank may reject a refund days after WeChat Pay reported it as successful; the money is then
 * returned to the merchant's account.
 */
function readRefund(payload: unknown, { signer }: WechatPayAccount, eventId: string): NoticeAnswer {
  const read = refundShape.safeParse(payload);
  if (!read.success) return { rejection: 'malformed', orderNo: null };
  const { mchid, out_trade_no: orderNo, transaction_id: tradeNo, out_refund_no: refundNo } = read.data;
  if (mchid !== signer.mchId) return { rejection: 'otherMerchant', orderNo };
  const { refund_status: status, amount } = read.data;
  const failure = failedStatuses.includes(status) ? status : null;
  const refund = { eventId, refundNo, tradeNo, amount: amount.refund, currency: 'CNY', failure };
  return { payment: null, orderNo, refund };
}

/** Creates the adapter of WeChat Pay (API v3): by a QR code, inside WeChat, or in a mobile browser. */
export function createWechatPayAdapter(deps: WechatPayDeps): PaymentAdapter {
  const { settings, clock } = deps;
  /**
   * Returns the account even when the channel is disabled for new orders, because payments must still be queried and refunded.
   */
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

/** Queries an order that does not exist. The answer "unknown" proves our key, and its signature proves the platform's key. */
async function probeWechatPay(deps: WechatPayDeps): Promise<ProbeAnswer> {
  const account = await readWechatPayAccount(deps.settings);
  if (!account) throw new ConnectionTestError('off');
  const { status, payload, isSigned } = await callWechatPay(
    deps,
    account,
    'GET',
    getWechatPayOrderPath(noSuchOrder, account),
  );
  const code = getWechatPayCode(payload) ?? String(status);
  if (status === 401 || status === 403) throw new ConnectionTestError('auth', code);
  if (status !== 404) throw new ConnectionTestError('rejected', code);
  if (!isSigned) throw new ConnectionTestError('answer', 'signature');
  return { code, said: String(getPath(payload, 'message') ?? '').slice(0, 120) };
}

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

const refundsPath = '/v3/refund/domestic/refunds';

/** Codes with which WeChat Pay rejects a refund for good. A low account balance or a limit may change later. */
const finalCodes = ['PARAM_ERROR', 'INVALID_REQUEST', 'USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS'];

/** Refunds a payment with our refund number. If the refund already exists, only its state is queried. */
async function refundByWechatPay(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  request: RefundRequest,
  notify: string | null,
): Promise<RefundAnswer> {
  const { refundNo, tradeNo, amount, paid, currency } = request;
  const known = await findRefund(deps, account, refundNo);
  if (known !== null) return toRefundAnswer(known, request);
  const answer = await callWechatPay(deps, account, 'POST', refundsPath, {
    transaction_id: tradeNo,
    out_refund_no: refundNo,
    amount: { refund: amount, total: paid, currency },
    // Without a notification URL, a refund that a bank rejects would go unnoticed.
    ...(notify === null ? {} : { notify_url: notify }),
  });
  const code = getWechatPayCode(answer.payload);
  const isFinal = answer.status >= 400 && answer.status < 500 && finalCodes.includes(code ?? '');
  if (isFinal && answer.isSigned) return { outcome: 'rejected', why: formatRejection(code, answer.payload) };
  return toRefundAnswer(readWechatPay(answer), request);
}

/** Queries a refund by our refund number. Returns null when WeChat Pay does not know it. */
async function findRefund(deps: WechatPayCallDeps, account: WechatPayAccount, refundNo: string): Promise<unknown> {
  const known = await callWechatPay(deps, account, 'GET', `${refundsPath}/${encodeURIComponent(refundNo)}`);
  const isUnknown = known.status === 404 && known.isSigned && getWechatPayCode(known.payload) === 'RESOURCE_NOT_EXISTS';
  return isUnknown ? null : readWechatPay(known);
}

/** States of a refund that did not and will not reach the payer, unless it is paid in another way. */
const failedStatuses: readonly unknown[] = ['ABNORMAL', 'CLOSED'];

/** Queries whether a completed refund has failed since, for example because the payer's card was closed. */
async function reconcileWechatPayRefund(
  deps: WechatPayCallDeps,
  account: WechatPayAccount,
  { refundNo, tradeNo, amount, currency }: MadeRefund,
): Promise<RefundReport | null> {
  const payload = await findRefund(deps, account, refundNo);
  const status = getPath(payload, 'status');
  if (payload === null || !failedStatuses.includes(status)) return null;
  const isOurs = getPath(payload, 'out_refund_no') === refundNo && getPath(payload, 'amount', 'refund') === amount;
  if (!isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  return { eventId: `look-${refundNo}`, refundNo, tradeNo, amount, currency, failure: String(status) };
}

function formatRejection(code: string | null, payload: unknown): string {
  const message = getPath(payload, 'message');
  return `${code}: ${typeof message === 'string' ? message : ''}`.slice(0, 160);
}

function toRefundAnswer(payload: unknown, { refundNo, orderNo, amount, currency }: RefundRequest): RefundAnswer {
  const [id, status] = [getPath(payload, 'refund_id'), getPath(payload, 'status')];
  const isOurs =
    getPath(payload, 'out_refund_no') === refundNo &&
    getPath(payload, 'out_trade_no') === orderNo &&
    getPath(payload, 'amount', 'refund') === amount &&
    (getPath(payload, 'amount', 'currency') ?? 'CNY') === currency;
  if (typeof id !== 'string' || !isOurs) throw new Error('WeChat Pay: the answer is about another refund');
  if (status === 'SUCCESS') return { outcome: 'succeeded', channelRefundNo: id };
  if (status === 'CLOSED') return { outcome: 'rejected', why: 'CLOSED' };
  if (status === 'PROCESSING') return { outcome: 'pending', why: 'WeChat Pay: the refund is PROCESSING' };
  // ABNORMAL: the merchant must redirect the money on the merchant platform. The refund has neither failed nor succeeded.
  throw new Error(`WeChat Pay: the refund is ${String(status)}`);
}

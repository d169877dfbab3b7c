import { ApiError } from '@gantry/core';
import * as z from 'zod/mini';
import { ConnectionTestError, getPath, parseJson } from '../../../platform/outbound/index.ts';
import { noSuchOrder, payAddresses } from '../pay-addresses.ts';
import type { NoticeAnswer, PaymentAdapter, ProbeAnswer, RawNotice } from '../payment-adapter.ts';
import {
  getWechatPayAvailability,
  readWechatPay,
  type WechatPayAccount,
  type WechatPayDeps,
} from './wechat-pay-account.ts';
import { callWechatPay, getWechatPayCode, openResource } from './wechat-pay-api.ts';
import { getWechatPayOrderPath, openWechatPay, queryWechatPay } from './wechat-pay-order.ts';
import { lostRefund, reconcileWechatPayRefund, refundByWechatPay } from './wechat-pay-refund.ts';
import { judgeWechatPaySignature } from './wechat-pay-signature.ts';
import { readTransaction } from './wechat-pay-transaction.ts';

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
    const found = await readWechatPay(settings);
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
      const found = await readWechatPay(settings);
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
  const account = await readWechatPay(deps.settings);
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

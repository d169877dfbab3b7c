import * as z from 'zod/mini';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { NoticeAnswer, RawNotice } from '../payment-adapter.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { openResource } from './wechat-pay-cipher.ts';
import { lostRefund } from './wechat-pay-refund.ts';
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
export function judgeWechatPayNotice(
  { raw, headers }: RawNotice,
  account: WechatPayAccount,
  now: number,
): NoticeAnswer {
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

import * as z from 'zod/mini';
import { at, jsonIn } from '../outbound/index.ts';
import type { NoticeAnswer, RawNotice } from './payment-adapter.ts';
import type { WechatPayAccount } from './wechat-pay-account.ts';
import { openResource } from './wechat-pay-cipher.ts';
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

/** Judges a notice as it came: signed by the platform, sealed for this merchant, and about this account. */
export function judgeWechatPayNotice(
  { raw, headers }: RawNotice,
  account: WechatPayAccount,
  now: number,
): NoticeAnswer {
  const verdict = judgeWechatPaySignature(headers, raw, account.platform, now);
  if (verdict !== 'right') return { refusal: verdict, orderNo: null };
  const notice = noticeShape.safeParse(jsonIn(raw));
  if (!notice.success) return { refusal: 'malformed', orderNo: null };
  const { id, event_type: type, resource } = notice.data;
  if (type !== 'TRANSACTION.SUCCESS') return { payment: null, orderNo: null };
  const opened = openResource(resource, account.apiV3Key);
  if (opened === null) return { refusal: 'malformed', orderNo: null };
  const said = jsonIn(opened);
  const claimed = at(said, 'out_trade_no');
  const orderNo = typeof claimed === 'string' ? claimed : null;
  if (at(said, 'trade_state') !== 'SUCCESS') return { payment: null, orderNo };
  const found = readTransaction(said, account, id);
  return 'payment' in found ? found : { refusal: found.refusal, orderNo };
}

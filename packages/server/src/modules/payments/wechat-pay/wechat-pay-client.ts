import { createSign, randomBytes } from 'node:crypto';
import type { PayParams } from '../payment-adapter.ts';
import type { WechatPaySigner } from './wechat-pay-signature.ts';

/** What a page or a mini program inside WeChat hands to WeChat so that the payer is asked: signed by the merchant's key. */
export function createWechatPayParams(
  appId: string,
  { privateKey }: Pick<WechatPaySigner, 'privateKey'>,
  prepayId: string,
  now: number,
): PayParams {
  const timeStamp = String(Math.floor(now / 1000));
  const nonceStr = randomBytes(16).toString('hex');
  const named = `prepay_id=${prepayId}`;
  const paySign = createSign('RSA-SHA256')
    .update(`${appId}\n${timeStamp}\n${nonceStr}\n${named}\n`)
    .sign(privateKey, 'base64');
  return { appId, timeStamp, nonceStr, package: named, signType: 'RSA', paySign };
}

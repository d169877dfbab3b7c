import { createDecipheriv, createSign, randomBytes } from 'node:crypto';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { PayParams } from '../payment-adapter.ts';
import type { WechatPayAccount, WechatPayDeps } from './wechat-pay-account.ts';
import { createWechatPayAuthorization, judgeWechatPaySignature, type WechatPaySigner } from './wechat-pay-account.ts';

/** What a notice carries, sealed with the merchant's APIv3 key. */
interface SealedResource {
  readonly algorithm: string;
  /** In base64; the last 16 bytes are the tag. */
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data: string;
}

const tagBytes = 16;

/** The text of a sealed resource; null when it was not sealed with this key, or was changed on the way. */
export function openResource(sealed: SealedResource, apiV3Key: string): string | null {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  if (sealed.algorithm !== 'AEAD_AES_256_GCM' || bytes.length < tagBytes) return null;
  try {
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(sealed.nonce), {
      authTagLength: tagBytes,
    });
    opener.setAAD(Buffer.from(sealed.associated_data)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opener.update(bytes.subarray(0, -tagBytes)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
}

type WechatPayCallDeps = Pick<WechatPayDeps, 'outbound' | 'clock'>;

/** An answer that WeChat Pay signed, or one that it did not. */
export interface WechatPayAnswer {
  readonly status: number;
  /** Whether the platform's key vouches for it; only then it settles anything. */
  readonly isSigned: boolean;
  /** JSON; null when there is none. */
  readonly said: unknown;
}

/** Asks WeChat Pay with a signed call. Throws OutboundError. */
export async function callWechatPay(
  { outbound, clock }: WechatPayCallDeps,
  { gatewayUrl, signer, platform }: WechatPayAccount,
  method: 'GET' | 'POST',
  path: string,
  given?: Readonly<Record<string, unknown>>,
): Promise<WechatPayAnswer> {
  const body = given === undefined ? '' : JSON.stringify(given);
  const seconds = String(Math.floor(clock() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const answer = await outbound.send({
    target: 'payment',
    url: `${gatewayUrl}${path}`,
    method,
    headers: {
      authorization: createWechatPayAuthorization(signer, { method, path, body }, seconds, nonce),
      accept: 'application/json',
      'user-agent': 'gantry',
      // Answers are then signed with the key that we hold, also while a merchant moves from certificates to it.
      'wechatpay-serial': platform.keyId,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  });
  const received = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const headers = Object.fromEntries(received) as Record<string, string>;
  const verdict = judgeWechatPaySignature(headers, answer.body.toString('utf8'), platform, clock());
  return { status: answer.status, isSigned: verdict === 'right', said: parseJson(answer.body) };
}

/** The code of an error: `ORDER_NOT_EXIST`; null when there is none. */
export function getWechatPayCode(said: unknown): string | null {
  const code = getPath(said, 'code');
  return typeof code === 'string' ? code.replace(/[^A-Z0-9_]/gi, '').slice(0, 60) : null;
}

/** Thrown when an answer leaves open what happened; holds nothing of what was sent. */
export function createWechatPayUnsureError({ status, isSigned, said }: WechatPayAnswer): Error {
  const parts = [`WeChat Pay: HTTP ${status}`, getWechatPayCode(said), isSigned ? null : 'without a right signature'];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

/** What WeChat Pay answered, when it did what it was asked and signed it. */
export function readWechatPay(answer: WechatPayAnswer): unknown {
  if (answer.status !== 200 || !answer.isSigned || answer.said === null) throw createWechatPayUnsureError(answer);
  return answer.said;
}

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

import { createDecipheriv, createSign, randomBytes } from 'node:crypto';
import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import type { PayParams } from '../payment-adapter.ts';
import type { WechatPayAccount, WechatPayDeps } from './wechat-pay-account.ts';
import { createWechatPayAuthorization, judgeWechatPaySignature, type WechatPaySigner } from './wechat-pay-account.ts';

/** The content of a notification, encrypted with the merchant's APIv3 key. */
interface SealedResource {
  readonly algorithm: string;
  /** Base64; the last 16 bytes are the authentication tag. */
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data: string;
}

const tagBytes = 16;

/** Decrypts a resource. Returns null when it was encrypted with another key or was modified. */
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

/** An answer of WeChat Pay, with or without a valid signature. */
export interface WechatPayAnswer {
  readonly status: number;
  /** Whether the signature was verified with the platform's key. Only signed answers may be relied on. */
  readonly isSigned: boolean;
  /** The parsed JSON; null when the body is not JSON. */
  readonly payload: unknown;
}

/** Sends a signed request to WeChat Pay. Throws OutboundError when there is no answer. */
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
      // Makes WeChat Pay sign the answer with the key that we have, also while a merchant migrates from certificates to it.
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
  return { status: answer.status, isSigned: verdict === 'right', payload: parseJson(answer.body) };
}

/** Returns the code of an error, such as `ORDER_NOT_EXIST`; null when there is none. */
export function getWechatPayCode(payload: unknown): string | null {
  const code = getPath(payload, 'code');
  return typeof code === 'string' ? code.replace(/[^A-Z0-9_]/gi, '').slice(0, 60) : null;
}

/** Creates the error for an answer with an unknown outcome. It contains nothing of the request. */
export function createWechatPayUnsureError({ status, isSigned, payload }: WechatPayAnswer): Error {
  const parts = [
    `WeChat Pay: HTTP ${status}`,
    getWechatPayCode(payload),
    isSigned ? null : 'without a right signature',
  ];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

/** Returns the body of a successful signed answer. Throws for any other answer. */
export function readWechatPay(answer: WechatPayAnswer): unknown {
  if (answer.status !== 200 || !answer.isSigned || answer.payload === null) throw createWechatPayUnsureError(answer);
  return answer.payload;
}

/** Creates the parameters, signed with the merchant's key, with which a page or mini program inside WeChat starts a payment. */
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

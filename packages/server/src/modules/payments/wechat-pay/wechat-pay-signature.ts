import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** How far the time of a signed word may be from ours, in ms. */
const window = 5 * 60_000;

/** Who signs our calls. */
export interface WechatPaySigner {
  readonly mchId: string;
  /** The serial number of the merchant's API certificate. */
  readonly serial: string;
  readonly privateKey: KeyObject;
}

/** A call as it is signed. */
export interface WechatPayCall {
  readonly method: 'GET' | 'POST';
  /** With the query, without the host. */
  readonly path: string;
  /** Empty when there is none. */
  readonly body: string;
}

const lines = (...given: readonly string[]) => given.map((line) => `${line}\n`).join('');

/** The header `Authorization` of a call: an RSA-SHA256 signature over the method, the path, the time, a nonce and the body. */
export function createWechatPayAuthorization(
  { mchId, serial, privateKey }: WechatPaySigner,
  { method, path, body }: WechatPayCall,
  seconds: string,
  nonce: string,
): string {
  const signature = createSign('RSA-SHA256')
    .update(lines(method, path, seconds, nonce, body))
    .sign(privateKey, 'base64');
  const parts = { mchid: mchId, nonce_str: nonce, signature, timestamp: seconds, serial_no: serial };
  const written = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`;
}

/** Who signs answers and notices: the platform's public key, or its certificate. */
export interface WechatPayPlatform {
  /** `PUB_KEY_ID_…`, or the certificate's serial number. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

/** Judges an answer or a notice by its `Wechatpay-…` headers; the names are in lower case. */
export function judgeWechatPaySignature(
  headers: Readonly<Record<string, string>>,
  raw: string,
  { keyId, publicKey }: WechatPayPlatform,
  now: number,
): 'right' | 'badSignature' | 'stale' {
  const [seconds = '', nonce = ''] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']];
  const isOurs = (headers['wechatpay-serial'] ?? '').toUpperCase() === keyId.toUpperCase();
  const signature = Buffer.from(headers['wechatpay-signature'] ?? '', 'base64');
  const verify = createVerify('RSA-SHA256').update(lines(seconds, nonce, raw));
  if (!isOurs || !verify.verify(publicKey, signature)) return 'badSignature';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1000) > window) return 'stale';
  return 'right';
}

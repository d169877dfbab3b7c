import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';

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
export function wechatPayAuthorization(
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

/** The public key in a PEM or a certificate, however its lines are broken; null when it is none. */
export function wechatPayPublicKey(written: string): KeyObject | null {
  const pem = pemOf(written, 'PUBLIC KEY');
  return rsaKey(() => (pem.includes('CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem)));
}

/** The merchant's private key in a PEM; null when it is none. */
export function wechatPayPrivateKey(written: string): KeyObject | null {
  return rsaKey(() => createPrivateKey(pemOf(written, 'PRIVATE KEY')));
}

function rsaKey(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** A PEM whose line breaks were lost on the way, as in a field of one line; bare base64 is of the kind given. */
export function pemOf(written: string, kind: string): string {
  const flat = written.replaceAll('\\n', '\n').trim();
  const [, found = kind, inner = flat] = /-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END/.exec(flat) ?? [];
  const body = inner.replace(/\s+/g, '').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${found}-----\n${body}\n-----END ${found}-----\n`;
}

import { createHash, createPublicKey, createSign, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { formatTime, type LocalizedText } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';
import { createSignedText, parseRsaPrivateKey, parseRsaPublicKey } from '../rsa-keys.ts';

/** Certificate numbers that an app in certificate mode sends with every request, and that it expects in every answer. */
interface AlipayCertificates {
  readonly appSn: string;
  readonly rootSn: string;
  readonly alipaySn: string;
}

const certificateBlock = /-----BEGIN CERTIFICATE-----(.*?)-----END/gs;

/** Parses the certificates of a PEM file in order. Lost line breaks are accepted, and unreadable certificates are skipped. */
function parseCertificates(pem: string): readonly X509Certificate[] {
  return [...pem.matchAll(certificateBlock)].flatMap(([, written = '']) => {
    try {
      return [new X509Certificate(Buffer.from(written.replaceAll('\\n', '').replace(/\s+/g, ''), 'base64'))];
    } catch {
      return [];
    }
  });
}

/**
 * Computes Alipay's number of a certificate: MD5 over the issuer name with its parts reversed and the decimal serial number. The
 * serial number itself is unique only per issuer.
 */
function computeCertificateNo({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** The object ID prefix of RSA signatures with any hash: 1.2.840.113549.1.1.*, without the last number. */
const rsaSignaturePrefix = Buffer.from('2a864886f70d0101', 'hex');

/** Returns where the content of a DER element starts and ends. `at` is the position of its tag. */
function readElementAt(der: Buffer, at: number): { readonly from: number; readonly to: number } {
  const first = der[at + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
  const from = at + 2 + lengthBytes;
  return { from, to: from + length };
}

/** Whether a certificate is signed with RSA. Alipay's root file contains others too, which its number does not include. */
function isRsaSigned({ raw }: X509Certificate): boolean {
  const certificate = readElementAt(raw, 0);
  const signed = readElementAt(raw, certificate.from);
  const algorithm = readElementAt(raw, signed.to);
  const { from } = readElementAt(raw, algorithm.from);
  return raw.subarray(from, from + rsaSignaturePrefix.length).equals(rsaSignaturePrefix);
}

/**
 * Computes the numbers of the app certificate, Alipay's certificate and its roots. Returns null when a file has no certificate.
 */
function parseAlipayCertificates(app: string, alipay: string, roots: string): AlipayCertificates | null {
  const [own] = parseCertificates(app);
  const [theirs] = parseCertificates(alipay);
  const signed = parseCertificates(roots).filter(isRsaSigned);
  if (!own || !theirs || signed.length === 0) return null;
  return {
    appSn: computeCertificateNo(own),
    rootSn: signed.map(computeCertificateNo).join('_'),
    alipaySn: computeCertificateNo(theirs),
  };
}

/** The Alipay account from the settings. */
export interface AlipayAccount {
  readonly gatewayUrl: string;
  readonly appId: string;
  /** ID of the seller that payments must be addressed to. */
  readonly sellerId: string;
  readonly product: 'page' | 'wap' | 'qr';
  /** Our key, which signs requests. */
  readonly privateKey: KeyObject;
  /** Alipay's public key, which verifies its answers and notifications. */
  readonly alipayKey: KeyObject;
  /** Null in public key mode. */
  readonly certificates: AlipayCertificates | null;
}

/** Reads the account from the settings. Returns null while a setting is missing or a key is invalid. */
export async function readAlipay(settings: SettingsReader): Promise<AlipayAccount | null> {
  const { gatewayUrl, appId, sellerId, product } = await settings.read('system', 'alipay');
  const privateKey = parseRsaPrivateKey((await settings.secret('system', 'alipay', 'privateKey')) ?? '');
  const verification = await readVerification(settings, privateKey);
  if (!appId || !sellerId || !privateKey || !verification) return null;
  return { gatewayUrl, appId, sellerId, product, privateKey, ...verification };
}

/**
 * Reads the key or certificates that verify Alipay's answers, in the mode of the app. Returns null when missing or not matching.
 */
async function readVerification(
  settings: SettingsReader,
  privateKey: KeyObject | null,
): Promise<Pick<AlipayAccount, 'alipayKey' | 'certificates'> | null> {
  const { mode, appCertificate, alipayCertificate, rootCertificates } = await settings.read('system', 'alipay');
  if (mode === 'key') {
    const alipayKey = parseRsaPublicKey((await settings.secret('system', 'alipay', 'alipayPublicKey')) ?? '');
    return alipayKey && { alipayKey, certificates: null };
  }
  const [app, alipay, roots] = [appCertificate ?? '', alipayCertificate ?? '', rootCertificates ?? ''];
  const certificates = parseAlipayCertificates(app, alipay, roots);
  const [appKey, alipayKey] = [parseRsaPublicKey(app), parseRsaPublicKey(alipay)];
  // Alipay would reject every request with a certificate of another key.
  const isOurs = appKey !== null && privateKey !== null && createPublicKey(privateKey).equals(appKey);
  return certificates && alipayKey && isOurs ? { alipayKey, certificates } : null;
}

const words = {
  off: { zh: '支付宝未启用（系统设置 · 支付宝）', en: 'Alipay is disabled (System settings, Alipay).' },
  keys: {
    zh: '支付宝的应用编号、商户账号、密钥或证书未填写，或不是 RSA 密钥，或证书与私钥不符（系统设置 · 支付宝）',
    en: 'The Alipay app ID, seller ID, key or certificate is missing, is not RSA, or does not match the private key (system settings, Alipay).',
  },
  currency: {
    zh: '支付宝只收人民币（系统设置 · 支付 · 币种）',
    en: 'Alipay accepts only CNY (System settings, Payment, Currency).',
  },
  site: { zh: '支付宝需要站点网址（系统设置 · 站点）', en: 'Alipay requires the site URL (System settings, Site).' },
} as const satisfies Record<string, LocalizedText>;

/** Returns null when orders can be paid through Alipay now, otherwise why not. */
export async function getAlipayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'alipay');
  if (!enabled) return words.off;
  if ((await readAlipay(settings)) === null) return words.keys;
  if ((await settings.read('system', 'pay')).currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'alipay')) === null ? words.site : null;
}

export interface AlipayClient {
  readonly outbound: OutboundClient;
  readonly clock: Clock;
}

/** Time zone of the times in Alipay's API. */
export const alipayZone = 'Asia/Shanghai';

/** The business parameters of a request. */
export type AlipayContent = Readonly<Record<string, string | readonly string[]>>;

/** Creates the signed parameters of a request. They can be sent in any order. */
export function createAlipayCall(
  { appId, privateKey, certificates }: AlipayAccount,
  method: string,
  content: AlipayContent,
  addresses: Readonly<Record<string, string>>,
  now: number,
): Record<string, string> {
  const call = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatTime(now, alipayZone),
    version: '1.0',
    ...(certificates && { app_cert_sn: certificates.appSn, alipay_root_cert_sn: certificates.rootSn }),
    ...addresses,
    biz_content: JSON.stringify(content),
  };
  return { ...call, sign: signRsa2(createSignedText(call, []), privateKey) };
}

/** An answer of Alipay whose signature was verified. */
export interface AlipayAnswer {
  /** `10000` for success. */
  readonly code: string;
  /** Detailed error code, such as `ACQ.TRADE_NOT_EXIST`. */
  readonly subCode: string;
  readonly words: string;
  readonly payload: unknown;
  /** The signed text, unchanged. */
  readonly raw: string;
}

/** Thrown for an answer without a valid signature. `code` is the error code that it reports. */
export class AlipayUnsigned extends Error {
  override readonly name = 'AlipayUnsigned';
  readonly code: string;

  constructor(code: string) {
    super(`alipay: ${code}`);
    this.code = code;
  }
}

const text = (payload: unknown, name: string): string => {
  const value = getPath(payload, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Sends a request to Alipay. Throws when there is no answer with a valid signature; the outcome is then unknown. */
export async function callAlipay(
  { outbound, clock }: AlipayClient,
  account: AlipayAccount,
  method: string,
  content: AlipayContent,
  addresses: Readonly<Record<string, string>> = {},
): Promise<AlipayAnswer> {
  const call = createAlipayCall(account, method, content, addresses, clock());
  const { status, body } = await outbound.send({
    target: 'payment',
    // Alipay reads the character set from the URL, before it reads the body.
    url: `${account.gatewayUrl}?charset=utf-8`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(call).toString(),
  });
  if (status !== 200) throw new Error(`alipay: answered ${status}`);
  return verifyAnswer(body, `${method.replaceAll('.', '_')}_response`, account);
}

function verifyAnswer(body: Buffer, node: string, { alipayKey, certificates }: AlipayAccount): AlipayAnswer {
  const full = parseJson(body);
  const name = getPath(full, node) === undefined ? 'error_response' : node;
  const payload = getPath(full, name);
  const [code, subCode] = [text(payload, 'code'), text(payload, 'sub_code')];
  const raw = extractSignedPart(body.toString('utf8'), name);
  const sign = text(full, 'sign');
  if (raw === null || code === '') throw new AlipayUnsigned('unreadable');
  // Alipay has replaced its certificate, or never had this one. An admin can download the current one from the open platform.
  const certificate = text(full, 'alipay_cert_sn');
  if (certificates && certificate !== '' && certificate !== certificates.alipaySn)
    throw new AlipayUnsigned('another-alipay-certificate');
  if (sign === '' || !isRsa2Signed(raw, sign, alipayKey)) throw new AlipayUnsigned(subCode || code);
  return { code, subCode, words: text(payload, 'sub_msg') || text(payload, 'msg'), payload, raw };
}

/**
 * Returns the object with a name exactly as it was sent, because the signature covers these bytes. Returns null when there is
 * none.
 */
export function extractSignedPart(body: string, name: string): string | null {
  const start = new RegExp(
    `^\\s*\\{(?:\\s*"(?:sign|alipay_cert_sn)"\\s*:\\s*"[^"]*"\\s*,)*\\s*"${name}"\\s*:\\s*(?=\\{)`,
  ).exec(body);
  if (!start) return null;
  const from = start[0].length;
  let [depth, inString] = [0, false];
  for (let position = from; position < body.length; position += 1) {
    const char = body[position];
    if (inString && char === '\\') position += 1;
    else if (char === '"') inString = !inString;
    else if (!inString && char === '{') depth += 1;
    else if (!inString && char === '}') depth -= 1;
    if (depth === 0) return body.slice(from, position + 1);
  }
  return null;
}

/** Returns a value of an answer as text; empty when it is missing. */
export const getAlipayText = ({ payload }: Pick<AlipayAnswer, 'payload'>, name: string): string => text(payload, name);

/** Signs a text with RSA and SHA-256, which Alipay calls RSA2. Returns base64. */
export function signRsa2(text: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
}

export function isRsa2Signed(text: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(key, Buffer.from(signature, 'base64'));
}

import { createHash, createPublicKey, createSign, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { formatTime, type LocalizedText } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import { getPath, type OutboundClient, parseJson } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';
import { createSignedText, parseRsaPrivateKey, parseRsaPublicKey } from '../rsa-keys.ts';

/** What an app in certificate mode sends with every call, and expects with every answer. */
interface AlipayCertificates {
  readonly appSn: string;
  readonly rootSn: string;
  readonly alipaySn: string;
}

const block = /-----BEGIN CERTIFICATE-----(.*?)-----END/gs;

/** The certificates of a PEM file, in its order, whatever became of its line breaks; those that cannot be read are left out. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  return [...pem.matchAll(block)].flatMap(([, written = '']) => {
    try {
      return [new X509Certificate(Buffer.from(written.replaceAll('\\n', '').replace(/\s+/g, ''), 'base64'))];
    } catch {
      return [];
    }
  });
}

/**
 * Alipay's number of a certificate: MD5 over the name of who issued it, the last part first, and its serial number in decimal.
 * It is not the serial number itself, which is unique with one issuer alone.
 */
function numberOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** RSA with any hash, 1.2.840.113549.1.1.*, without its last number. */
const rsaSigned = Buffer.from('2a864886f70d0101', 'hex');

/** Where the content of a DER element starts and ends; `at` is that of its tag. */
function elementAt(der: Buffer, at: number): { readonly from: number; readonly to: number } {
  const first = der[at + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
  const from = at + 2 + lengthBytes;
  return { from, to: from + length };
}

/** Is a certificate signed with RSA? The file of Alipay's roots holds others too, which have no part in its number. */
function isRsaSigned({ raw }: X509Certificate): boolean {
  const certificate = elementAt(raw, 0);
  const signed = elementAt(raw, certificate.from);
  const algorithm = elementAt(raw, signed.to);
  const { from } = elementAt(raw, algorithm.from);
  return raw.subarray(from, from + rsaSigned.length).equals(rsaSigned);
}

/** The numbers of an app's certificate, of Alipay's own and of its roots, from what each file holds; null when one holds none. */
function parseAlipayCertificates(app: string, alipay: string, roots: string): AlipayCertificates | null {
  const [own] = certificatesIn(app);
  const [theirs] = certificatesIn(alipay);
  const signed = certificatesIn(roots).filter(isRsaSigned);
  if (!own || !theirs || signed.length === 0) return null;
  return { appSn: numberOf(own), rootSn: signed.map(numberOf).join('_'), alipaySn: numberOf(theirs) };
}

/** Alipay as the settings know it. */
export interface AlipayAccount {
  readonly gatewayUrl: string;
  readonly appId: string;
  /** Who must have been paid. */
  readonly sellerId: string;
  readonly product: 'page' | 'wap' | 'qr';
  /** Ours, to sign with. */
  readonly privateKey: KeyObject;
  /** Alipay's, which verifies what it says. */
  readonly alipayKey: KeyObject;
  /** Null in public key mode. */
  readonly certificates: AlipayCertificates | null;
}

/** Null while something is missing, or a key is none. */
export async function readAlipay(settings: SettingsReader): Promise<AlipayAccount | null> {
  const { gatewayUrl, appId, sellerId, product } = await settings.read('system', 'alipay');
  const privateKey = parseRsaPrivateKey((await settings.secret('system', 'alipay', 'privateKey')) ?? '');
  const proof = await readProof(settings, privateKey);
  if (!appId || !sellerId || !privateKey || !proof) return null;
  return { gatewayUrl, appId, sellerId, product, privateKey, ...proof };
}

/** What Alipay's words are verified by, in the mode of the app; null while it is not there or does not fit. */
async function readProof(
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
  // A certificate of another key than ours would be rejected with every call.
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

/** Null when orders can be paid by Alipay now, else why not. */
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

/** Alipay's clocks. */
export const alipayZone = 'Asia/Shanghai';

/** What a call is about. */
export type AlipayContent = Readonly<Record<string, string | readonly string[]>>;

/** The parameters of a call, signed: all of them, in whatever order they are then sent. */
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

/** What Alipay answered, once its signature was verified. */
export interface AlipayAnswer {
  /** `10000` when it went well. */
  readonly code: string;
  /** Such as `ACQ.TRADE_NOT_EXIST`. */
  readonly subCode: string;
  readonly words: string;
  readonly said: unknown;
  /** The bytes that were signed. */
  readonly raw: string;
}

/** An unsigned answer that says what is wrong with our call. */
export class AlipayUnsigned extends Error {
  override readonly name = 'AlipayUnsigned';
  readonly code: string;

  constructor(code: string) {
    super(`alipay: ${code}`);
    this.code = code;
  }
}

const text = (said: unknown, name: string): string => {
  const value = getPath(said, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Asks Alipay. Throws when there is no answer, or none that Alipay vouches for: then nothing is known. */
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
    // Its name of the alphabet is read from the address, before the body.
    url: `${account.gatewayUrl}?charset=utf-8`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(call).toString(),
  });
  if (status !== 200) throw new Error(`alipay: answered ${status}`);
  return verified(body, `${method.replaceAll('.', '_')}_response`, account);
}

function verified(body: Buffer, node: string, { alipayKey, certificates }: AlipayAccount): AlipayAnswer {
  const full = parseJson(body);
  const name = getPath(full, node) === undefined ? 'error_response' : node;
  const said = getPath(full, name);
  const [code, subCode] = [text(said, 'code'), text(said, 'sub_code')];
  const raw = extractSignedPart(body.toString('utf8'), name);
  const sign = text(full, 'sign');
  if (raw === null || code === '') throw new AlipayUnsigned('unreadable');
  // Alipay has changed its certificate, or never had this one: the new one is downloaded on the open platform.
  const certificate = text(full, 'alipay_cert_sn');
  if (certificates && certificate !== '' && certificate !== certificates.alipaySn)
    throw new AlipayUnsigned('another-alipay-certificate');
  if (sign === '' || !isRsa2Signed(raw, sign, alipayKey)) throw new AlipayUnsigned(subCode || code);
  return { code, subCode, words: text(said, 'sub_msg') || text(said, 'msg'), said, raw };
}

/** The object behind a name, as it was written: the signature is over these very bytes. Null when there is none. */
export function extractSignedPart(body: string, name: string): string | null {
  const begin = new RegExp(
    `^\\s*\\{(?:\\s*"(?:sign|alipay_cert_sn)"\\s*:\\s*"[^"]*"\\s*,)*\\s*"${name}"\\s*:\\s*(?=\\{)`,
  ).exec(body);
  if (!begin) return null;
  const from = begin[0].length;
  let [depth, inString] = [0, false];
  for (let place = from; place < body.length; place += 1) {
    const mark = body[place];
    if (inString && mark === '\\') place += 1;
    else if (mark === '"') inString = !inString;
    else if (!inString && mark === '{') depth += 1;
    else if (!inString && mark === '}') depth -= 1;
    if (depth === 0) return body.slice(from, place + 1);
  }
  return null;
}

/** What a value of an answer says; empty when it is not there. */
export const getAlipayText = ({ said }: Pick<AlipayAnswer, 'said'>, name: string): string => text(said, name);

/** RSA2: RSA with SHA-256, in base64. */
export function signRsa2(text: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
}

export function isRsa2Signed(text: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(key, Buffer.from(signature, 'base64'));
}

import { createSign, createVerify, type KeyObject } from 'node:crypto';
import { type LocalizedText, systemSettings } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';
import { parseRsaPrivateKey, parseRsaPublicKey } from '../rsa-keys.ts';

export interface WechatPayDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
  readonly clock: Clock;
}

/** A merchant's account with everything that a call or a notice needs. */
export interface WechatPayAccount {
  readonly gatewayUrl: string;
  readonly appId: string;
  readonly signer: WechatPaySigner;
  readonly platform: WechatPayPlatform;
  readonly apiV3Key: string;
}

const words = {
  off: { zh: '微信支付未启用（系统设置 · 微信支付）', en: 'WeChat Pay is disabled (System settings, WeChat Pay).' },
  currency: {
    zh: '微信支付只收人民币（系统设置 · 支付 · 币种）',
    en: 'WeChat Pay accepts only CNY (System settings, Payment, Currency).',
  },
  site: {
    zh: '微信支付需要站点网址（系统设置 · 站点）',
    en: 'WeChat Pay requires the site URL (System settings, Site).',
  },
} as const satisfies Record<string, LocalizedText>;

/** What the settings hold, by field; null where something is missing, or a key is none. */
async function partsOf(settings: SettingsReader) {
  const { appId, mchId, merchantSerial, platformKeyId } = await settings.read('system', 'wechatPay');
  const secret = (name: 'privateKey' | 'apiV3Key' | 'platformKey') => settings.secret('system', 'wechatPay', name);
  return {
    appId: appId || null,
    mchId: mchId || null,
    merchantSerial: merchantSerial || null,
    privateKey: parseRsaPrivateKey((await secret('privateKey')) ?? ''),
    apiV3Key: await secret('apiV3Key'),
    platformKeyId: platformKeyId || null,
    platformKey: parseRsaPublicKey((await secret('platformKey')) ?? ''),
  };
}

/** Null while something is missing, or a key is none. */
export async function readWechatPayAccount(settings: SettingsReader): Promise<WechatPayAccount | null> {
  const { gatewayUrl } = await settings.read('system', 'wechatPay');
  const { appId, mchId, merchantSerial, privateKey, apiV3Key, platformKeyId, platformKey } = await partsOf(settings);
  if (!appId || !mchId || !merchantSerial || !privateKey || !apiV3Key || !platformKeyId || !platformKey) return null;
  return {
    gatewayUrl: gatewayUrl.replace(/\/+$/, ''),
    appId,
    signer: { mchId, serial: merchantSerial, privateKey },
    platform: { keyId: platformKeyId, publicKey: platformKey },
    apiV3Key,
  };
}

/** The fields that are missing or cannot be read, by their labels; null when there are none. */
async function lackingWords(settings: SettingsReader): Promise<LocalizedText | null> {
  const { fields } = systemSettings.groups.wechatPay;
  const lacking = Object.entries(await partsOf(settings)).flatMap(([name, part]) =>
    part === null ? [fields[name as keyof typeof fields].label] : [],
  );
  if (lacking.length === 0) return null;
  return {
    zh: `微信支付缺少或无法识别：${lacking.map(({ zh }) => zh).join('、')}（系统设置 · 微信支付）`,
    en: `WeChat Pay is missing or cannot read: ${lacking.map(({ en }) => en).join(', ')} (system settings, WeChat Pay)`,
  };
}

/** Null when orders can be paid by WeChat Pay now, else why not. */
export async function getWechatPayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'wechatPay');
  const { currency } = await settings.read('system', 'pay');
  const lacking = await lackingWords(settings);
  if (lacking) return lacking;
  if (!enabled) return words.off;
  if (currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'wechat')) === null ? words.site : null;
}

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
interface WechatPayPlatform {
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

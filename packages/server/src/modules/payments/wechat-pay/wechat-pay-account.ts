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

/** A merchant's account with everything that requests and notifications need. */
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

/** Reads the settings of the account by field. A missing value or invalid key is null. */
async function readFields(settings: SettingsReader) {
  const { appId, mchId, merchantSerial, platformKeyId } = await settings.read('system', 'wechatPay');
  const getSecret = (name: 'privateKey' | 'apiV3Key' | 'platformKey') => settings.secret('system', 'wechatPay', name);
  return {
    appId: appId || null,
    mchId: mchId || null,
    merchantSerial: merchantSerial || null,
    privateKey: parseRsaPrivateKey((await getSecret('privateKey')) ?? ''),
    apiV3Key: await getSecret('apiV3Key'),
    platformKeyId: platformKeyId || null,
    platformKey: parseRsaPublicKey((await getSecret('platformKey')) ?? ''),
  };
}

/** Reads the account from the settings. Returns null while a setting is missing or a key is invalid. */
export async function readWechatPayAccount(settings: SettingsReader): Promise<WechatPayAccount | null> {
  const { gatewayUrl } = await settings.read('system', 'wechatPay');
  const { appId, mchId, merchantSerial, privateKey, apiV3Key, platformKeyId, platformKey } = await readFields(settings);
  if (!appId || !mchId || !merchantSerial || !privateKey || !apiV3Key || !platformKeyId || !platformKey) return null;
  return {
    gatewayUrl: gatewayUrl.replace(/\/+$/, ''),
    appId,
    signer: { mchId, serial: merchantSerial, privateKey },
    platform: { keyId: platformKeyId, publicKey: platformKey },
    apiV3Key,
  };
}

/** Returns a message with the labels of the missing or invalid fields; null when there are none. */
async function describeMissingFields(settings: SettingsReader): Promise<LocalizedText | null> {
  const { fields } = systemSettings.groups.wechatPay;
  const lacking = Object.entries(await readFields(settings)).flatMap(([name, part]) =>
    part === null ? [fields[name as keyof typeof fields].label] : [],
  );
  if (lacking.length === 0) return null;
  return {
    zh: `微信支付缺少或无法识别：${lacking.map(({ zh }) => zh).join('、')}（系统设置 · 微信支付）`,
    en: `WeChat Pay is missing or cannot read: ${lacking.map(({ en }) => en).join(', ')} (system settings, WeChat Pay)`,
  };
}

/** Returns null when orders can be paid through WeChat Pay now, otherwise why not. */
export async function getWechatPayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'wechatPay');
  const { currency } = await settings.read('system', 'pay');
  const missing = await describeMissingFields(settings);
  if (missing) return missing;
  if (!enabled) return words.off;
  if (currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'wechat')) === null ? words.site : null;
}

/** Maximum difference between the time of a signed message and the server's time, in ms. */
const maxClockDifferenceMs = 5 * 60_000;

/** The merchant and key that sign our requests. */
export interface WechatPaySigner {
  readonly mchId: string;
  /** The serial number of the merchant's API certificate. */
  readonly serial: string;
  readonly privateKey: KeyObject;
}

/** The parts of a request that are signed. */
export interface WechatPayCall {
  readonly method: 'GET' | 'POST';
  /** Path with the query string, without the host. */
  readonly path: string;
  /** Empty for a request without a body. */
  readonly body: string;
}

const toLines = (...given: readonly string[]) => given.map((line) => `${line}\n`).join('');

/** Creates the `Authorization` header: an RSA-SHA256 signature over the method, the path, the time, a nonce and the body. */
export function createWechatPayAuthorization(
  { mchId, serial, privateKey }: WechatPaySigner,
  { method, path, body }: WechatPayCall,
  seconds: string,
  nonce: string,
): string {
  const signature = createSign('RSA-SHA256')
    .update(toLines(method, path, seconds, nonce, body))
    .sign(privateKey, 'base64');
  const parts = { mchid: mchId, nonce_str: nonce, signature, timestamp: seconds, serial_no: serial };
  const written = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`;
}

/** The key with which the platform signs answers and notifications. */
interface WechatPayPlatform {
  /** `PUB_KEY_ID_…` for a public key, or the serial number of a certificate. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

/** Verifies the signature of an answer or a notification from its `Wechatpay-…` headers, whose names are in lower case. */
export function judgeWechatPaySignature(
  headers: Readonly<Record<string, string>>,
  raw: string,
  { keyId, publicKey }: WechatPayPlatform,
  now: number,
): 'right' | 'badSignature' | 'stale' {
  const [seconds = '', nonce = ''] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']];
  const isOurs = (headers['wechatpay-serial'] ?? '').toUpperCase() === keyId.toUpperCase();
  const signature = Buffer.from(headers['wechatpay-signature'] ?? '', 'base64');
  const verify = createVerify('RSA-SHA256').update(toLines(seconds, nonce, raw));
  if (!isOurs || !verify.verify(publicKey, signature)) return 'badSignature';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * 1000) > maxClockDifferenceMs) return 'stale';
  return 'right';
}

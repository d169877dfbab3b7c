import { createPublicKey, type KeyObject } from 'node:crypto';
import type { LocalizedText } from '@gantry/core';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';
import { parseRsaPrivateKey, parseRsaPublicKey } from '../rsa-keys.ts';
import { type AlipayCertificates, parseAlipayCertificates } from './alipay-certificates.ts';

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
  // A certificate of another key than ours would be refused with every call.
  const isOurs = appKey !== null && privateKey !== null && createPublicKey(privateKey).equals(appKey);
  return certificates && alipayKey && isOurs ? { alipayKey, certificates } : null;
}

const words = {
  off: { zh: '支付宝未启用（系统设置 · 支付宝）', en: 'Alipay is off (system settings, Alipay)' },
  keys: {
    zh: '支付宝的应用编号、商户账号、密钥或证书未填写，或不是 RSA 密钥，或证书与私钥不符（系统设置 · 支付宝）',
    en: 'The Alipay app ID, seller ID, key or certificate is missing, is not RSA, or does not match the private key (system settings, Alipay).',
  },
  currency: {
    zh: '支付宝只收人民币（系统设置 · 支付 · 币种）',
    en: 'Alipay takes CNY alone (system settings, payment, currency)',
  },
  site: { zh: '支付宝需要站点网址（系统设置 · 站点）', en: 'Alipay needs the site’s address (system settings, site)' },
} as const satisfies Record<string, LocalizedText>;

/** Null when orders can be paid by Alipay now, else why not. */
export async function getAlipayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'alipay');
  if (!enabled) return words.off;
  if ((await readAlipay(settings)) === null) return words.keys;
  if ((await settings.read('system', 'pay')).currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'alipay')) === null ? words.site : null;
}

import type { KeyObject } from 'node:crypto';
import type { Words } from '@gantry/core';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { payAddresses } from './pay-addresses.ts';
import { rsaPrivateKey, rsaPublicKey } from './rsa-keys.ts';

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
}

/** Null while something is missing, or a key is none. */
export async function readAlipay(settings: SettingsReader): Promise<AlipayAccount | null> {
  const { gatewayUrl, appId, sellerId, product } = await settings.read('system', 'alipay');
  const secret = async (name: 'privateKey' | 'alipayPublicKey') =>
    (await settings.secret('system', 'alipay', name)) ?? '';
  const privateKey = rsaPrivateKey(await secret('privateKey'));
  const alipayKey = rsaPublicKey(await secret('alipayPublicKey'));
  if (!appId || !sellerId || !privateKey || !alipayKey) return null;
  return { gatewayUrl, appId, sellerId, product, privateKey, alipayKey };
}

const words = {
  off: { zh: '支付宝未启用（系统设置 · 支付宝）', en: 'Alipay is off (system settings, Alipay)' },
  keys: {
    zh: '支付宝的应用编号、商户账号或密钥未填写，或不是 RSA 密钥（系统设置 · 支付宝）',
    en: 'The app id, the seller id or a key of Alipay is missing, or is no RSA key (system settings, Alipay)',
  },
  currency: {
    zh: '支付宝只收人民币（系统设置 · 支付 · 币种）',
    en: 'Alipay takes CNY alone (system settings, payment, currency)',
  },
  site: { zh: '支付宝需要站点网址（系统设置 · 站点）', en: 'Alipay needs the site’s address (system settings, site)' },
} as const satisfies Record<string, Words>;

/** Null when orders can be paid by Alipay now, else why not. */
export async function alipayStanding(settings: SettingsReader): Promise<Words | null> {
  const { enabled } = await settings.read('system', 'alipay');
  if (!enabled) return words.off;
  if ((await readAlipay(settings)) === null) return words.keys;
  if ((await settings.read('system', 'pay')).currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'alipay')) === null ? words.site : null;
}

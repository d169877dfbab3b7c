import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Words } from '@gantry/core';
import type { Clock } from '../context.ts';
import type { OutboundGate } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { payAddresses } from './pay-addresses.ts';
import { pemOf, type WechatPayPlatform, type WechatPaySigner, wechatPayPublicKey } from './wechat-pay-signature.ts';

export interface WechatPayNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
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
  off: { zh: '微信支付未启用（系统设置 · 微信支付）', en: 'WeChat Pay is off (system settings, WeChat Pay)' },
  keys: {
    zh: '微信支付的账号或密钥未填写完整（系统设置 · 微信支付）',
    en: 'The account or the keys of WeChat Pay are not filled in (system settings, WeChat Pay)',
  },
  currency: {
    zh: '微信支付只收人民币（系统设置 · 支付 · 币种）',
    en: 'WeChat Pay takes CNY alone (system settings, payment, currency)',
  },
  site: {
    zh: '微信支付需要站点网址（系统设置 · 站点）',
    en: 'WeChat Pay needs the site’s address (system settings, site)',
  },
} as const satisfies Record<string, Words>;

/** Null while something is missing, or a key is none. */
export async function readWechatPay(settings: SettingsReader): Promise<WechatPayAccount | null> {
  const { gatewayUrl, appId, mchId, merchantSerial, platformKeyId, platformKey } = await settings.read(
    'system',
    'wechatPay',
  );
  const privateKey = privateKeyOf(await settings.secret('system', 'wechatPay', 'privateKey'));
  const apiV3Key = await settings.secret('system', 'wechatPay', 'apiV3Key');
  const publicKey = wechatPayPublicKey(platformKey ?? '');
  if (!appId || !mchId || !merchantSerial || !platformKeyId || !privateKey || !apiV3Key || !publicKey) return null;
  return {
    gatewayUrl: gatewayUrl.replace(/\/+$/, ''),
    appId,
    signer: { mchId, serial: merchantSerial, privateKey },
    platform: { keyId: platformKeyId, publicKey },
    apiV3Key,
  };
}

function privateKeyOf(written: string | null): KeyObject | null {
  try {
    return written === null ? null : createPrivateKey(pemOf(written, 'PRIVATE KEY'));
  } catch {
    return null;
  }
}

/** Null when orders can be paid by WeChat Pay now, else why not. */
export async function wechatPayStanding(settings: SettingsReader): Promise<Words | null> {
  const { enabled } = await settings.read('system', 'wechatPay');
  const { currency } = await settings.read('system', 'pay');
  if (!enabled) return words.off;
  if ((await readWechatPay(settings)) === null) return words.keys;
  if (currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'wechat')) === null ? words.site : null;
}

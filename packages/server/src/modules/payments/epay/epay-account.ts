import { createHash } from 'node:crypto';
import type { LocalizedText } from '@gantry/core';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';
import { createSignedText } from '../signed-form.ts';

/** Epay as the settings know it. */
export interface EpayAccount {
  readonly gatewayUrl: string;
  readonly pid: string;
  readonly key: string;
  /** Null: the payer chooses at the cashier. */
  readonly payType: string | null;
  /** Asked for a page or a code itself (`mapi.php`), instead of sending the payer to its cashier. */
  readonly confirmsFirst: boolean;
}

/** Null while something is missing. */
export async function readEpay(settings: SettingsReader): Promise<EpayAccount | null> {
  const { gatewayUrl, merchantId: pid, payType, opening } = await settings.read('system', 'epay');
  const key = await settings.secret('system', 'epay', 'merchantKey');
  if (!gatewayUrl || !pid || !key) return null;
  const confirmsFirst = opening === 'mapi';
  const means = payType === 'any' ? null : payType;
  return { gatewayUrl: gatewayUrl.replace(/\/+$/, ''), pid, key, payType: means, confirmsFirst };
}

const words = {
  off: { zh: '易支付未启用（系统设置 · 易支付）', en: 'Epay is off (system settings, Epay)' },
  keys: {
    zh: '易支付的接口地址、商户号或密钥未填写（系统设置 · 易支付）',
    en: 'The gateway, the merchant id or the key of Epay is missing (system settings, Epay)',
  },
  means: {
    zh: '易支付用 mapi.php 下单时须选定支付方式（系统设置 · 易支付）',
    en: 'Epay by mapi.php needs one means of payment (system settings, Epay)',
  },
  currency: {
    zh: '易支付只收人民币（系统设置 · 支付 · 币种）',
    en: 'Epay takes CNY alone (system settings, payment, currency)',
  },
  site: { zh: '易支付需要站点网址（系统设置 · 站点）', en: 'Epay needs the site’s address (system settings, site)' },
} as const satisfies Record<string, LocalizedText>;

/** Null when orders can be paid by epay now, else why not. */
export async function getEpayAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled } = await settings.read('system', 'epay');
  if (!enabled) return words.off;
  const account = await readEpay(settings);
  if (account === null) return words.keys;
  if (account.confirmsFirst && account.payType === null) return words.means;
  if ((await settings.read('system', 'pay')).currency !== 'CNY') return words.currency;
  return (await payAddresses(settings, 'epay')) === null ? words.site : null;
}

const unsigned = ['sign', 'sign_type'];

/** MD5 over the fields and the key, in lower-case hex; the names `sign` and `sign_type` are not part of it. */
export function signEpay(fields: Readonly<Record<string, string>>, key: string): string {
  return createHash('md5')
    .update(`${createSignedText(fields, unsigned)}${key}`)
    .digest('hex');
}

export function isEpaySigned(fields: Readonly<Record<string, string>>, key: string): boolean {
  return isSameText((fields.sign ?? '').toLowerCase(), signEpay(fields, key));
}

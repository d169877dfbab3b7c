import type { LocalizedText } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { payAddresses } from '../pay-addresses.ts';

export interface StripeDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
  readonly clock: Clock;
}

/** The Stripe account from the settings. A missing key is null. */
export interface StripeAccount {
  readonly enabled: boolean;
  readonly gatewayUrl: string;
  readonly secretKey: string | null;
  readonly webhookSecret: string | null;
}

export async function readStripeAccount(settings: SettingsReader): Promise<StripeAccount> {
  const { enabled, gatewayUrl } = await settings.read('system', 'stripe');
  const getSecret = (name: 'secretKey' | 'webhookSecret') => settings.secret('system', 'stripe', name);
  return {
    enabled,
    gatewayUrl: gatewayUrl.replace(/\/+$/, ''),
    secretKey: await getSecret('secretKey'),
    webhookSecret: await getSecret('webhookSecret'),
  };
}

/** Whether a key moves real money: `sk_live_…` is a full key of the account, `rk_live_…` a restricted one. */
export const isLiveKey = (key: string) => /^[sr]k_live_/.test(key);

/** Currencies for which Stripe does not use hundredths. Our amounts would be wrong in them. */
const unsupportedCurrencies =
  'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** Allowed lifetime of a Checkout page in minutes: half an hour to a day, minus a margin for clock differences. */
const checkoutMinutes = { min: 30, max: 1435 } as const;

const words = {
  off: { zh: 'Stripe 未启用（系统设置 · Stripe）', en: 'Stripe is disabled (System settings, Stripe).' },
  keys: {
    zh: 'Stripe 的密钥或 Webhook 签名密钥未填写（系统设置 · Stripe）',
    en: 'The secret key or webhook signing secret of Stripe is missing (System settings, Stripe).',
  },
  currency: {
    zh: 'Stripe 的这个币种不以百分之一为单位，不支持（系统设置 · 支付 · 币种）',
    en: 'Stripe does not use hundredths for this currency, so it is not supported (System settings, Payment, Currency).',
  },
  timeout: {
    zh: 'Stripe 要求待支付时长在 30 到 1435 分钟之间（系统设置 · 支付）',
    en: 'Stripe requires orders to stay open for 30 to 1,435 minutes (System settings, Payment).',
  },
  site: {
    zh: 'Stripe 需要站点网址（系统设置 · 站点）',
    en: 'Stripe requires the site URL (System settings, Site).',
  },
} as const satisfies Record<string, LocalizedText>;

/** Returns null when orders can be paid through Stripe now, otherwise why not. */
export async function getStripeAvailability(settings: SettingsReader): Promise<LocalizedText | null> {
  const { enabled, secretKey, webhookSecret } = await readStripeAccount(settings);
  const { currency, orderTimeoutMin } = await settings.read('system', 'pay');
  if (!secretKey || !webhookSecret) return words.keys;
  if (!enabled) return words.off;
  if (unsupportedCurrencies.includes(currency)) return words.currency;
  if (orderTimeoutMin < checkoutMinutes.min || orderTimeoutMin > checkoutMinutes.max) return words.timeout;
  return (await payAddresses(settings, 'stripe')) === null ? words.site : null;
}

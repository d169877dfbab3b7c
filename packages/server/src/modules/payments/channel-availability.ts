import { isIP } from 'node:net';
import { type Locale, type LocalizedText, localize, type PayMethod } from '@gantry/core';
import { SealBroken } from '../../platform/secrets/envelope.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsDeps } from '../../platform/settings/settings-store.ts';
import { channelGroups, payAddresses } from './pay-addresses.ts';
import type { Payer, PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

/** Channels with several payment methods. The first is the default. */
const methods: Readonly<Record<string, readonly [PayMethod, ...PayMethod[]]>> = { wechat: ['native', 'jsapi', 'h5'] };

const words = {
  method: { zh: '该渠道没有这种支付方式', en: 'This channel does not support this payment method.' },
  openid: { zh: '微信内支付须带付款人的 openid', en: 'Payment inside WeChat requires the payer’s openid.' },
  ip: { zh: '手机浏览器支付须带付款人的 IP 地址', en: 'Payment in a mobile browser requires the payer’s IP address.' },
} as const satisfies Record<string, LocalizedText>;

/** Returns the requested payment method, or the default of the channel; null for a channel with one method. */
export const getPayMethod = (channel: string, requested: PayMethod | undefined): PayMethod | null =>
  requested ?? methods[channel]?.[0] ?? null;

/** Returns the invalid field of a request for a payment method, with a message; null when the request is valid. */
export function validateMethods(
  channel: string,
  method: PayMethod | null,
  { openid, ip }: Payer,
): readonly [field: string, why: LocalizedText] | null {
  if (method === null) return null;
  if (!methods[channel]?.includes(method)) return ['payMethod', words.method];
  if (method === 'jsapi' && openid === null) return ['payerOpenid', words.openid];
  if (method === 'h5' && (ip === null || isIP(ip) === 0)) return ['payerIp', words.ip];
  return null;
}

/** The status of a channel whose stored key is damaged or encrypted with another master key. It must be entered again. */
const keyLocked: LocalizedText = {
  zh: '支付渠道的密钥无法打开，请在系统设置中重新填写',
  en: 'The key for this channel cannot be decrypted. Enter it again in System settings.',
};

/** Returns null when a channel can be used now, otherwise why not, including a stored key that cannot be decrypted. */
export async function getUnavailableReason(adapter: Pick<PaymentAdapter, 'status'>): Promise<LocalizedText | null> {
  try {
    return await adapter.status();
  } catch (error) {
    if (error instanceof SealBroken) return keyLocked;
    throw error;
  }
}

const ready: LocalizedText = { zh: '可用', en: 'Ready' };

/** Creates the read-only values in the settings groups of channels: their status and their notification URL. */
export function createChannelsStatus(
  settings: SettingsReader,
  adapters: PaymentAdapters,
): NonNullable<SettingsDeps['readOnly']> {
  // A secret that cannot be decrypted must not hide the page on which it is entered again.
  const getStatus = async (channel: string): Promise<LocalizedText> => {
    try {
      return (await adapters.get(channel)?.status()) ?? ready;
    } catch {
      return keyLocked;
    }
  };
  const createStatusReader = (channel: string) => async (locale: Locale) => ({
    status: localize(await getStatus(channel), locale),
    notifyUrl: (await payAddresses(settings, channel))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, createStatusReader(channel)]),
  );
}

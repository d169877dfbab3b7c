import { isIP } from 'node:net';
import { type Locale, type LocalizedText, localize, type PayMethod } from '@gantry/core';
import { SealBroken } from '../../platform/secrets/envelope.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsDeps } from '../../platform/settings/settings-store.ts';
import { channelGroups, payAddresses } from './pay-addresses.ts';
import type { Payer, PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

/** Channels with several ways to pay; the first is that of an order which names none. */
const methods: Readonly<Record<string, readonly [PayMethod, ...PayMethod[]]>> = { wechat: ['native', 'jsapi', 'h5'] };

const words = {
  method: { zh: '该渠道没有这种支付方式', en: 'This channel does not support this payment method.' },
  openid: { zh: '微信内支付须带付款人的 openid', en: 'Payment inside WeChat requires the payer’s openid.' },
  ip: { zh: '手机浏览器支付须带付款人的 IP 地址', en: 'Payment in a mobile browser requires the payer’s IP address.' },
} as const satisfies Record<string, LocalizedText>;

/** How an order is paid: as asked, else in the usual way of its channel. Null where there is one way alone. */
export const getPayMethod = (channel: string, requested: PayMethod | undefined): PayMethod | null =>
  requested ?? methods[channel]?.[0] ?? null;

/** What stands against paying by a channel in some way, and by which field of the call; null when nothing does. */
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

/** Why a channel with a sealed key of another master key, or a damaged one, cannot be used: only a new one helps. */
const keyLocked: LocalizedText = {
  zh: '支付渠道的密钥无法打开，请在系统设置中重新填写',
  en: 'The key for this channel cannot be decrypted. Enter it again in System settings.',
};

/** Null when a channel can be used now, else why not: also when what it is sealed with cannot be opened. */
export async function listMemberships(adapter: Pick<PaymentAdapter, 'status'>): Promise<LocalizedText | null> {
  try {
    return await adapter.status();
  } catch (error) {
    if (error instanceof SealBroken) return keyLocked;
    throw error;
  }
}

const ready: LocalizedText = { zh: '可用', en: 'Ready' };

/** What the groups of channels show in addition to their settings: whether they can be used, and their notification URLs. */
export function createChannelsStatus(
  settings: SettingsReader,
  adapters: PaymentAdapters,
): NonNullable<SettingsDeps['shown']> {
  // A secret that cannot be decrypted must not hide the page on which it is entered again.
  const status = async (channel: string): Promise<LocalizedText> => {
    try {
      return (await adapters.get(channel)?.status()) ?? ready;
    } catch {
      return keyLocked;
    }
  };
  const shown = (channel: string) => async (locale: Locale) => ({
    status: localize(await status(channel), locale),
    notifyUrl: (await payAddresses(settings, channel))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, shown(channel)]),
  );
}

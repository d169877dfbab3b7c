import { payBase, type Values } from '@gantry/core';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Reader } from '../store/database.ts';

/** The group of the system settings that holds each channel whose gateway sends notices. */
export const channelGroups = { epay: 'epay', alipay: 'alipay', wechatPay: 'wechat', stripe: 'stripe' } as const;

/** Where a gateway sends its notices, and where it sends the payer in the end. */
export interface PayAddresses {
  readonly notify: string;
  readonly back: string;
}

/** Null while nobody said where this server is reached from outside. */
export async function payAddresses(
  settings: SettingsReader,
  channel: string,
  through?: Reader,
): Promise<PayAddresses | null> {
  const { url } = await settings.read('system', 'site', through);
  if (!url) return null;
  const { returnUrl } = await settings.read('system', 'pay', through);
  return { notify: `${url}${payBase}/notify/${channel}`, back: returnUrl || `${url}/` };
}

/** What the groups of channels show beside what is saved, by `page/group`. */
export function shownAddresses(settings: SettingsReader): Readonly<Record<string, (read: Reader) => Promise<Values>>> {
  const shown = (channel: string) => async (read: Reader) => ({
    notifyUrl: (await payAddresses(settings, channel, read))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, shown(channel)]),
  );
}

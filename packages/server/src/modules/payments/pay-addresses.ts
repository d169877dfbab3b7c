import { payBase } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

/** The group of the system settings that holds each channel whose gateway sends notices. */
export const channelGroups = { epay: 'epay', alipay: 'alipay', wechatPay: 'wechat', stripe: 'stripe' } as const;

/** A number that no order has: keys are tried out by asking for it. */
export const noSuchOrder = 'GANTRY_TEST_NO_SUCH_ORDER';

/** Where a gateway sends its notices, and where it sends the payer in the end. */
export interface PayAddresses {
  readonly notify: string;
  readonly back: string;
}

/** Null while the public URL of this server is not configured. */
export async function payAddresses(settings: SettingsReader, channel: string): Promise<PayAddresses | null> {
  const { url } = await settings.read('system', 'site');
  if (!url) return null;
  const { returnUrl } = await settings.read('system', 'pay');
  return { notify: `${url}${payBase}/notify/${channel}`, back: returnUrl || `${url}/` };
}

import { payBase } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

/** Maps groups of the system settings to their channels, for all gateways that send notifications. */
export const channelGroups = { epay: 'epay', alipay: 'alipay', wechatPay: 'wechat', stripe: 'stripe' } as const;

/** An order number that never exists. Connection tests query it. */
export const noSuchOrder = 'GANTRY_TEST_NO_SUCH_ORDER';

/** URLs for a gateway: `notify` receives its notifications, and `back` is where it redirects the payer. */
export interface PayAddresses {
  readonly notify: string;
  readonly back: string;
}

/** Returns the URLs of a channel; null while the public URL of this server is not configured. */
export async function payAddresses(settings: SettingsReader, channel: string): Promise<PayAddresses | null> {
  const { url } = await settings.read('system', 'site');
  if (!url) return null;
  const { returnUrl } = await settings.read('system', 'pay');
  return { notify: `${url}${payBase}/notify/${channel}`, back: returnUrl || `${url}/` };
}

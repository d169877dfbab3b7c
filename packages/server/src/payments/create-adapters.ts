import type { Services } from '../context.ts';
import type { OutboundClient } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { createAlipayAdapter } from './alipay-adapter.ts';
import { createEpayAdapter } from './epay-adapter.ts';
import { manualAdapter } from './manual-adapter.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';
import { createSandboxAdapter } from './sandbox-adapter.ts';
import { createStripeAdapter } from './stripe-adapter.ts';
import { createWechatPayAdapter } from './wechat-pay-adapter.ts';

/** What adapters work with. Calls go out by the gate alone. */
export interface AdapterDeps extends Services {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Every gateway, by its channel. A new one is a line here, and an option of `payChannels`. */
export function createAdapters(deps: AdapterDeps): PaymentAdapters {
  const adapters: readonly PaymentAdapter[] = [
    createAlipayAdapter(deps),
    createEpayAdapter(deps),
    createWechatPayAdapter(deps),
    createStripeAdapter(deps),
    createSandboxAdapter(deps),
    manualAdapter,
  ];
  return new Map(adapters.map((adapter) => [adapter.channel, adapter]));
}

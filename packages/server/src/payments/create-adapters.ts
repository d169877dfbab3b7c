import type { Services } from '../context.ts';
import type { OutboundGate } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { createAlipayAdapter } from './alipay-adapter.ts';
import { createEpayAdapter } from './epay-adapter.ts';
import { manualAdapter } from './manual-adapter.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';
import { createSandboxAdapter } from './sandbox-adapter.ts';
import { createStripeAdapter } from './stripe-adapter.ts';
import { createWechatPayAdapter } from './wechat-pay-adapter.ts';

/** What adapters work with. Calls go out by the gate alone. */
export interface AdapterNeeds extends Services {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** Every gateway, by its channel. A new one is a line here, and an option of `payChannels`. */
export function createAdapters(needs: AdapterNeeds): PaymentAdapters {
  const adapters: readonly PaymentAdapter[] = [
    createAlipayAdapter(needs),
    createEpayAdapter(needs),
    createWechatPayAdapter(needs),
    createStripeAdapter(needs),
    createSandboxAdapter(needs),
    manualAdapter,
  ];
  return new Map(adapters.map((adapter) => [adapter.channel, adapter]));
}

import type { Services } from '../../platform/context/context.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createAlipayAdapter } from './alipay/alipay-adapter.ts';
import { createEpayAdapter } from './epay/epay-adapter.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';
import { createSandboxAdapter } from './sandbox-adapter.ts';
import { createStripeAdapter } from './stripe/stripe-adapter.ts';
import { createWechatPayAdapter } from './wechat-pay/wechat-pay-adapter.ts';

/** Manual payments: no notifications and no queries, and a refund is a transfer that an admin has already made. */
const manualAdapter: PaymentAdapter = {
  channel: 'manual',
  canQuery: false,
  status: async () => null,
  create: async ({ no, amount, currency }) => ({ orderNo: no, amount, currency }),
  verifyNotice: async () => ({ rejection: 'channelOff', orderNo: null }),
  query: async () => ({ payment: null, raw: '' }),
  refund: async ({ externalNo }) =>
    externalNo === null
      ? { outcome: 'rejected', why: 'no number of a transfer was given' }
      : { outcome: 'succeeded', channelRefundNo: externalNo },
};

/** Dependencies of payment adapters. All requests go through `outbound`. */
export interface AdapterDeps extends Services {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Creates all adapters, by channel. To add a gateway, add its adapter here and its channel to `payChannels`. */
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

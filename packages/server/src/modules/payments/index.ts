import type { Services } from '../../platform/context/context.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsGuard } from '../../platform/settings/settings-store.ts';
import { createChannelsStatus } from './channel-availability.ts';
import type { PaymentAdapters } from './payment-adapter.ts';
import { createPaymentTests, guardGateway } from './payment-tests.ts';
import { guardRealChannel, guardSandbox } from './sandbox-adapter.ts';

interface PaymentDeps {
  readonly adapters: PaymentAdapters;
  readonly settings: SettingsReader;
}

/** Payment channels and their gateways. */
export const paymentsModule = defineModule({
  name: 'payments',
  settingsGuards: (deps: Services & PaymentDeps) => {
    const [guard, guardReal] = [guardGateway(deps.settings), guardRealChannel(deps)];
    const getGateway: SettingsGuard = async (tx, change) => (await guard(tx, change)) ?? guardReal(tx, change);
    return {
      'system/pay': guardSandbox(deps),
      'system/alipay': getGateway,
      'system/wechatPay': getGateway,
      'system/epay': getGateway,
      'system/stripe': getGateway,
    };
  },
  readOnlySettings: ({ settings, adapters }: PaymentDeps) => createChannelsStatus(settings, adapters),
  settingsTests: ({ adapters }: PaymentDeps) => createPaymentTests(adapters),
});

export { getPayMethod, getUnavailableReason, validateMethods } from './channel-availability.ts';
export { type AdapterDeps, createAdapters } from './create-adapters.ts';
export type {
  DisputeReport,
  NoticeAnswer,
  Payer,
  PaymentAdapter,
  PaymentAdapters,
  PayParams,
  QueryAnswer,
  RawNotice,
  RefundAnswer,
  RefundReport,
} from './payment-adapter.ts';
export { payInSandbox } from './sandbox-adapter.ts';

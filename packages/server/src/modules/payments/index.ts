import { defineModule } from '../../platform/module/define-module.ts';
import { createPaymentTests } from './pay-trials.ts';
import type { PaymentAdapters } from './payment-adapter.ts';

/** Payment channels and their gateways. */
export const paymentsModule = defineModule({
  name: 'payments',
  settingsTests: ({ adapters }: { readonly adapters: PaymentAdapters }) => createPaymentTests(adapters),
});

import { defineModule } from '../../platform/module/define-module.ts';
import { createBillingHandlers } from './service-calls.ts';

/** Quotes, holds and captures of the platform's services. */
export const billingModule = defineModule({
  name: 'billing',
  serviceCalls: createBillingHandlers,
});

export { recordUse } from './service-calls.ts';

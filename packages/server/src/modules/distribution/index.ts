import { withdrawal } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { createPayoutFileHandler } from './payout-file.ts';
import { addRegionCalls } from './region-calls.ts';

/** Distributors, regional agents, their commissions and withdrawals. */
export const distributionModule = defineModule({
  name: 'distribution',
  exports: (deps: Services & { readonly keyring: Keyring }) => ({
    [withdrawal.name]: createPayoutFileHandler(deps, deps.keyring),
  }),
  routes: addRegionCalls,
});

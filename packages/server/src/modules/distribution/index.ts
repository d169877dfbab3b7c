import { withdrawal } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { createDistributionOperations, distributionChecks } from './admin/admin-actions.ts';
import { createDistributionJobs } from './distribution-jobs.ts';
import { createPayoutFileHandler } from './payout-file.ts';
import { addRegionCalls, createRegionLabels } from './regions.ts';
import { createDistributionHandlers } from './service-calls.ts';

/** Distributors, regional agents, their commissions and withdrawals. */
export const distributionModule = defineModule({
  name: 'distribution',
  actions: createDistributionOperations,
  checks: distributionChecks,
  serviceCalls: createDistributionHandlers,
  schedule: createDistributionJobs,
  exports: (deps: Services & { readonly keyring: Keyring }) => ({
    [withdrawal.name]: createPayoutFileHandler(deps, deps.keyring),
  }),
  presenters: ({ catalogue }: Services) => createRegionLabels(catalogue),
  routes: addRegionCalls,
  notifications: ['agentEnding'],
});

export { createPaidSharesHook, createRefundedSharesHook, previewShares } from './order-shares.ts';
export { maskAccount, maskName } from './payee.ts';
export { isRegionCode } from './regions.ts';

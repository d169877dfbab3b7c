import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import { createUserOperations } from './admin-actions.ts';
import {
  createIdentityProviderOperations,
  identityProviderChecks,
  type ProviderDeps,
} from './identities/admin-actions.ts';
import { createUserJobs } from './schedule.ts';
import { createIdentityHandlers } from './service-calls/identity.ts';
import { bindHandlers, createCodeHandlers, registerHandlers } from './service-calls/register.ts';
import { createUserHandlers } from './service-calls/user.ts';
import { userChecks } from './user-actions.ts';

/** Users of the platform: their accounts, identities and verification codes. */
export const usersModule = defineModule({
  name: 'users',
  actions: (deps: Parameters<typeof createUserOperations>[0] & ProviderDeps) => ({
    ...createUserOperations(deps),
    ...createIdentityProviderOperations(deps),
  }),
  checks: { ...userChecks, ...identityProviderChecks },
  serviceCalls: (deps: ServiceDeps) => ({
    ...createUserHandlers(deps),
    ...registerHandlers(deps),
    ...createCodeHandlers(deps),
    ...bindHandlers(deps),
    ...createIdentityHandlers(deps),
  }),
  schedule: createUserJobs,
});

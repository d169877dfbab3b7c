import { defineModule } from '../../platform/module/define-module.ts';
import { createKeyOperations, keyChecks } from './admin/admin-actions.ts';
import { createKeyJobs } from './keys-job.ts';
import { createKeyHandlers } from './service-calls.ts';

/** Keys of upstream providers: their pool, leases and health. */
export const keysModule = defineModule({
  name: 'keys',
  actions: createKeyOperations,
  checks: keyChecks,
  serviceCalls: createKeyHandlers,
  schedule: createKeyJobs,
});

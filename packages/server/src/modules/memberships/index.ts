import { defineModule } from '../../platform/module/define-module.ts';
import { createMembershipOperations } from './admin-actions.ts';
import { createMembershipJobs } from './end-due.ts';

/** Memberships of users: their levels, time and quotas. */
export const membershipsModule = defineModule({
  name: 'memberships',
  actions: createMembershipOperations,
  schedule: createMembershipJobs,
});

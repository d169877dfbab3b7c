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
  notifications: ['keyDisabled', 'lowUpstreamBalance'],
});

export { getKeyRoute, getRouteHeaders, mapToUpstreamModel } from './key-route.ts';
export { readKeyRules } from './key-rules.ts';
export { type Lease, leaseKey, reportLease } from './lease-key.ts';
export { getErrorCode, type KeyOutcome, type Observation } from './next-state.ts';
export { problemStates } from './notifications.ts';
export {
  type KeyDeps,
  type KeyProbe,
  type KeyProbeResult,
  probeKey,
  toObservation,
  toUnreachedObservation,
} from './probe-key.ts';
export type { KeyCallDeps } from './service-calls.ts';

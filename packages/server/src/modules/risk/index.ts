import type { Services } from '../../platform/context/context.ts';
import type { Operations } from '../../platform/engine/operation.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsDeps } from '../../platform/settings/settings-store.ts';
import { createApprovalOperations } from './approval-actions.ts';
import { guardLimits, guardRewards } from './approvals/guard-limits.ts';
import type { GivenSubjects } from './approvals/with-second-admin.ts';
import { riskChecks, riskOperations } from './risk-actions.ts';
import { createRiskJobs } from './watch-risks.ts';

interface ApprovalDeps extends SettingsDeps {
  /** How approvals of actions of higher modules are measured. */
  readonly approvalSubjects: GivenSubjects;
}

/** Risk rules and the restrictions they cause, and two-person approval. */
export const riskModule = defineModule({
  name: 'risk',
  actions: () => riskOperations,
  wrapActions: (actions: Operations, deps: ApprovalDeps) =>
    createApprovalOperations(deps, actions, deps.approvalSubjects),
  checks: riskChecks,
  schedule: createRiskJobs,
  settingsGuards: (deps: Services & { readonly settings: SettingsReader }) => ({
    ...guardRewards(deps),
    'system/approval': guardLimits(deps),
  }),
  notifications: ['riskFound', 'limitsLifted'],
});

export { isAbove, none, type ReadSubject, toText } from './approvals/offer-subjects.ts';
export { banPeople, recordUnban } from './measures.ts';
export { findRestrictionByUser, openRiskCheck } from './risk-gate.ts';

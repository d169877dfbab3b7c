import { type ApprovedActionKind, approvedActions } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import type { SettingsDeps } from '../../platform/settings/settings-store.ts';
import { createApprovalActions } from './approval-actions.ts';
import { type GivenSubjects, withSecondAdmin } from './approvals/with-second-admin.ts';

export { riskChecks, riskOperations } from './risk-actions.ts';

/** Money actions of other rooms as they are done with a limit on them, and what is done with those that wait. */
export function createApprovalOperations(deps: SettingsDeps, plain: Operations, given: GivenSubjects): Operations {
  const { settings } = deps;
  const guarded = Object.entries(approvedActions).map(([kind, { resource, name }]) => {
    const key = `${resource.name}/${name}`;
    const operation = plain[key];
    if (!operation) throw new Error(`nothing does ${key}`);
    return [key, withSecondAdmin(settings, kind as ApprovedActionKind, operation, given)] as const;
  });
  return { ...Object.fromEntries(guarded), ...createApprovalActions(plain, deps) };
}

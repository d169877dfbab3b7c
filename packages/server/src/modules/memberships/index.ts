import { defineModule } from '../../platform/module/define-module.ts';
import { createMembershipOperations } from './admin-actions.ts';
import { createMembershipJobs } from './end-due.ts';

/** Memberships of users: levels, durations and quotas. */
export const membershipsModule = defineModule({
  name: 'memberships',
  actions: createMembershipOperations,
  schedule: createMembershipJobs,
  notifications: ['membershipsEnding'],
});

export type { GrantedLot } from './grant-plan.ts';
export { grantPlan, type PlanGranted } from './grant-plan.ts';
export { changeMembership, resume, suspendAt } from './membership-moves.ts';
export {
  getCurrentMembership,
  getFirstMembershipByUser,
  listMemberships,
  type Membership,
  toMembership,
} from './membership-rows.ts';
export { dayMs, explainUnavailable, type MembershipRules, readMembershipRules } from './membership-rules.ts';
export {
  createPlanSnapshot,
  type PlanSnapshot,
  parseCategoryIds,
  parseModelIds,
  toBenefits,
  validateCategories,
  validateModels,
} from './plan-snapshot.ts';
export { type GrantedQuota, getGrantedQuota, previewReclaim, type ReclaimPreview } from './preview-reclaim.ts';
export {
  assertMayUse,
  canUseCategory,
  deriveEligibility,
  type Eligibility,
  findUsedModel,
  getEligibility,
  getMinCharge,
  getModelGroup,
  listCurrentMemberships,
  listCurrentMembershipsByUser,
  type Used,
} from './quotas/eligibility.ts';
export { countModelUse, isUseCounted } from './quotas/model-rate.ts';
export { getModelGroupOrDefault, type PlanQuota, parseQuotas, validateQuota } from './quotas/plan-quotas.ts';
export { createQuotaCover, sumCoveredCredits, sumRestorable } from './quotas/quota-buckets.ts';
export { getLimits, readOffered } from './quotas/service-limits.ts';
export { findGrantedTime, getGrantedMembership, planReclaim, returnTime, sumReclaims } from './reclaim-membership.ts';
export { createSiteCalendar } from './site-calendar.ts';
export { advanceTimeline, sortTimeline } from './timeline.ts';

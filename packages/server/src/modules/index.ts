import { auditLog } from '@gantry/core';
import type { RecordChecks } from '../platform/engine/engine.ts';
import type { Operations } from '../platform/engine/operation.ts';
import { type AiDeps, createAiChecks, createAiOperations } from './ai-actions.ts';
import { createAdminOperations } from './auth/admin-actions.ts';
import type { SessionDeps } from './auth/session-needs.ts';
import { verifyAudit } from './auth/verify-audit.ts';
import { createDataOperations, type DataOperationDeps } from './backup/admin-actions.ts';
import { expandChecks, expandOperations } from './clients/admin-actions.ts';
import { reviewClientsAfter } from './clients/review-clients.ts';
import { courseChecks, createCourseOperations } from './content/course-actions.ts';
import { modelChecks, modelOperations } from './content/menu-actions.ts';
import { newsChecks, newsOperations } from './content/news-actions.ts';
import { createTaskOperations } from './creations/admin-actions.ts';
import { createDistributionOperations, distributionChecks } from './distribution/admin/admin-actions.ts';
import { createKeyOperations, type KeyOperationDeps, keyChecks } from './keys/admin/admin-actions.ts';
import type { ModelMaker } from './keys/admin/key-upstream.ts';
import { createKnowledgeOperations, type KnowDeps } from './knowledge/admin-actions.ts';
import { createRetrievalOperations, recallChecks } from './knowledge/evaluation/admin-actions.ts';
import type { RecallDeps } from './knowledge/recall/index.ts';
import { createMarketOperations, marketChecks } from './market-actions.ts';
import { createPricingOperations } from './models/admin-actions.ts';
import { createModel } from './models/model-records.ts';
import { createOrderOperations } from './orders/admin-actions.ts';
import type { OrderDeps } from './orders/order-needs.ts';
import { approveInvite } from './rewards/invites/approval-subject.ts';
import { createApprovalOperations, riskChecks, riskOperations } from './risk/admin-actions.ts';
import { createSettingsGuards } from './settings-guards.ts';
import { createUserOperations, userChecks } from './users/admin-actions.ts';
import { createIdentityProviderOperations, identityProviderChecks } from './users/identities/admin-actions.ts';

export interface OperationDeps
  extends Omit<AiDeps, 'outbound'>,
    DataOperationDeps,
    Omit<KeyOperationDeps, keyof ModelMaker>,
    RecallDeps,
    SessionDeps {
  readonly orders: OrderDeps;
  readonly parser: KnowDeps['parser'];
}

/** Every hand-written action, and every verb that an entity does in its own way. */
export function createOperations(deps: OperationDeps): Operations {
  const plain = { ...createOrderOperations(deps), ...createUserOperations(deps), ...createMarketOperations(deps) };
  return {
    ...createAiOperations(deps),
    ...createKeyOperations({ ...deps, createModel }),
    ...createKnowledgeOperations(deps),
    ...createPricingOperations(deps),
    ...newsOperations,
    ...modelOperations,
    ...createCourseOperations(deps),
    ...createTaskOperations(deps),
    ...createRetrievalOperations(deps),
    ...plain,
    ...createApprovalOperations({ ...deps, guards: createSettingsGuards(deps) }, plain, { approveInvite }),
    ...riskOperations,
    ...reviewClientsAfter(createAdminOperations(deps)),
    ...expandOperations(deps),
    ...createIdentityProviderOperations(deps),
    ...createDistributionOperations(deps),
    ...createDataOperations(deps),
    [`${auditLog.name}/verify`]: verifyAudit,
  };
}

/** What records must hold beyond their fields. */
export function createChecks(): RecordChecks {
  return {
    ...createAiChecks(),
    ...marketChecks,
    ...keyChecks,
    ...newsChecks,
    ...modelChecks,
    ...courseChecks,
    ...expandChecks,
    ...identityProviderChecks,
    ...distributionChecks,
    ...recallChecks,
    ...userChecks,
    ...riskChecks,
  };
}

import { auditLog } from '@gantry/core';
import type { OrderDeps } from '../orders/order-needs.ts';
import type { RecallDeps } from '../recall/index.ts';
import type { RecordChecks } from '../resources/engine.ts';
import type { Operations } from '../resources/operation.ts';
import type { SessionDeps } from '../session/session-needs.ts';
import { createAdminOperations } from './admins/admin-operations.ts';
import { type AiDeps, createAiChecks, createAiOperations } from './ai/index.ts';
import { createDataOperations, type DataOperationDeps } from './data/index.ts';
import { courseChecks, createCourseOperations } from './devcourse/index.ts';
import { createDistributionOperations, distributionChecks } from './distribution/index.ts';
import { createIdentityProviderOperations } from './expand/identity-providers.ts';
import { expandChecks, expandOperations } from './expand/index.ts';
import { createKeyOperations, type KeyOperationDeps, keyChecks } from './keys/index.ts';
import { createKnowledgeOperations, type KnowDeps } from './know/index.ts';
import { createMarketOperations, marketChecks } from './market/index.ts';
import { modelChecks, modelOperations } from './models/index.ts';
import { newsChecks, newsOperations } from './news/index.ts';
import { createOrderOperations } from './orders/index.ts';
import { createPricingOperations } from './pricing/index.ts';
import { createRetrievalOperations, recallChecks } from './recall/index.ts';
import { createApprovalOperations, riskChecks, riskOperations } from './risk/index.ts';
import { createSettingsGuards } from './settings-guards.ts';
import { createTaskOperations } from './tasks/task-operations.ts';
import { createUserOperations, userChecks } from './user/index.ts';
import { verifyAudit } from './verify-audit.ts';

export interface OperationDeps
  extends Omit<AiDeps, 'outbound'>,
    DataOperationDeps,
    KeyOperationDeps,
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
    ...createKeyOperations(deps),
    ...createKnowledgeOperations(deps),
    ...createPricingOperations(deps),
    ...newsOperations,
    ...modelOperations,
    ...createCourseOperations(deps),
    ...createTaskOperations(deps),
    ...createRetrievalOperations(deps),
    ...plain,
    ...createApprovalOperations({ ...deps, guards: createSettingsGuards(deps) }, plain),
    ...riskOperations,
    ...createAdminOperations(deps),
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
    ...distributionChecks,
    ...recallChecks,
    ...userChecks,
    ...riskChecks,
  };
}

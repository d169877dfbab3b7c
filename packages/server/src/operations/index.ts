import { auditLog } from '@gantry/core';
import type { OrderNeeds } from '../orders/order-needs.ts';
import type { RecallNeeds } from '../recall/index.ts';
import type { RecordChecks } from '../resources/engine.ts';
import type { Operations } from '../resources/operation.ts';
import type { SessionNeeds } from '../session/session-needs.ts';
import { adminOperations } from './admins/admin-operations.ts';
import { type AiNeeds, aiChecks, aiOperations } from './ai/index.ts';
import { type DataOperationNeeds, dataOperations } from './data/index.ts';
import { courseChecks, courseOperations } from './devcourse/index.ts';
import { distributionChecks, distributionOperations } from './distribution/index.ts';
import { identityProviderOperations } from './expand/identity-providers.ts';
import { expandChecks, expandOperations } from './expand/index.ts';
import { type KeyOperationNeeds, keyChecks, keyOperations } from './keys/index.ts';
import { type KnowNeeds, knowOperations } from './know/index.ts';
import { marketChecks, marketOperations } from './market/index.ts';
import { modelChecks, modelOperations } from './models/index.ts';
import { newsChecks, newsOperations } from './news/index.ts';
import { orderOperations } from './orders/index.ts';
import { pricingOperations } from './pricing/index.ts';
import { recallChecks, recallOperations } from './recall/index.ts';
import { approvalOperations, riskChecks, riskOperations } from './risk/index.ts';
import { settingsGuards } from './settings-guards.ts';
import { taskOperations } from './tasks/task-operations.ts';
import { userChecks, userOperations } from './user/index.ts';
import { verifyAudit } from './verify-audit.ts';

export interface OperationNeeds
  extends Omit<AiNeeds, 'gate'>,
    DataOperationNeeds,
    KeyOperationNeeds,
    RecallNeeds,
    SessionNeeds {
  readonly orders: OrderNeeds;
  readonly parser: KnowNeeds['parser'];
}

/** Every hand-written action, and every verb that an entity does in its own way. */
export function createOperations(needs: OperationNeeds): Operations {
  const plain = { ...orderOperations(needs), ...userOperations(needs), ...marketOperations(needs) };
  return {
    ...aiOperations(needs),
    ...keyOperations(needs),
    ...knowOperations(needs),
    ...pricingOperations(needs),
    ...newsOperations,
    ...modelOperations,
    ...courseOperations(needs),
    ...taskOperations(needs),
    ...recallOperations(needs),
    ...plain,
    ...approvalOperations({ ...needs, guards: settingsGuards(needs) }, plain),
    ...riskOperations,
    ...adminOperations(needs),
    ...expandOperations(needs),
    ...identityProviderOperations(needs),
    ...distributionOperations(needs),
    ...dataOperations(needs),
    [`${auditLog.name}/verify`]: verifyAudit,
  };
}

/** What records must hold beyond their fields. */
export function createChecks(): RecordChecks {
  return {
    ...aiChecks(),
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

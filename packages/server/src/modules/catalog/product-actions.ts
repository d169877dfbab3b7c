import { type AnyResource, currencyPack, powerPack, vipFaq, vipPlan } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import { cloneRecord } from '../../platform/engine/record-actions/clone-record.ts';
import { createGuardedWrites, type Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import { moveTo } from '../../platform/engine/record-actions/move-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import { deleteProduct, planRule, productChecks } from './admin-actions.ts';
import { setStock } from './stock.ts';

/** Create and update actions with the checks of the resource, so that one rule can run before both. */
function createCheckedWrites(resource: AnyResource, rule: Rule = async () => null) {
  const check = productChecks[resource.name];
  return createGuardedWrites(
    resource,
    async (guarded) => check?.(guarded.values, guarded.caller) ?? (await rule(guarded)),
  );
}

const onSale = { publish: moveTo('on'), clone: cloneRecord, setStock, reorder: reorderRecord };

/** Admin actions on plans and packs. */
export const productOperations: Operations = {
  ...createOperationsFor(vipPlan, {
    ...createCheckedWrites(vipPlan, planRule),
    ...onSale,
    delete: deleteProduct('vip'),
  }),
  ...createOperationsFor(currencyPack, {
    update: createCheckedWrites(currencyPack).update,
    ...onSale,
    delete: deleteProduct('coin'),
  }),
  ...createOperationsFor(powerPack, {
    update: createCheckedWrites(powerPack).update,
    ...onSale,
    delete: deleteProduct('compute'),
  }),
  ...createOperationsFor(vipFaq, { reorder: reorderRecord }),
};

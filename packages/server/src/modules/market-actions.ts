import {
  type AnyResource,
  currencyPack,
  powerPack,
  redeemBatch,
  redeemCode,
  redemption,
  signLog,
  signRule,
  userMembership,
  vipFaq,
  vipPlan,
} from '@gantry/core';
import { createDayOf } from '../platform/context/day-of.ts';
import type { Operations } from '../platform/engine/operation.ts';
import { cloneRecord } from '../platform/engine/record-actions/clone-record.ts';
import { createGuardedWrites, type Rule } from '../platform/engine/record-actions/guarded-writes.ts';
import { moveTo } from '../platform/engine/record-actions/move-state.ts';
import { createOperationsFor } from '../platform/engine/record-actions/operations-of.ts';
import { reorderRecord } from '../platform/engine/record-actions/reorder-record.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { SettingsReader } from '../platform/settings/settings-reader.ts';
import { deleteProduct } from './catalog/delete-product.ts';
import { planRule } from './catalog/plan-rule.ts';
import { marketChecks } from './catalog/product-checks.ts';
import { setStock } from './catalog/stock.ts';
import { createMembershipActions } from './memberships/admin-actions.ts';
import { batchFigures, clearExpired, extendBatch, voidBatch } from './redeem/batch-actions.ts';
import { deleteCode, extendCode, findCode, restoreCode, revealCode, voidCode } from './redeem/code-actions.ts';
import { generateCodes } from './redeem/generate-codes.ts';
import { previewReversal, reverseRedemption } from './redeem/reverse-action.ts';
import { revokeSignReward } from './rewards/check-in/sign-actions.ts';
import { signFigures } from './rewards/check-in/sign-figures.ts';

export { marketChecks };

export interface MarketDeps {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
}

/** Creates and changes under the checks of the resource, so that a guard can stand before both. */
function checkedWrites(resource: AnyResource, rule: Rule = async () => null) {
  const check = marketChecks[resource.name];
  return createGuardedWrites(
    resource,
    async (guarded) => check?.(guarded.values, guarded.caller) ?? (await rule(guarded)),
  );
}

/** What is done with plans, packs, codes and sign-ins by hand. */
export function createMarketOperations({ keyring, settings }: MarketDeps): Operations {
  const ofMemberships = Object.entries(createMembershipActions(settings)).map(([name, operation]) => [
    `${userMembership.name}/${name}`,
    operation,
  ]);
  return {
    ...Object.fromEntries(ofMemberships),
    ...createOperationsFor(vipPlan, { ...checkedWrites(vipPlan, planRule), publish: moveTo('on') }),
    [`${currencyPack.name}/update`]: checkedWrites(currencyPack).update,
    [`${powerPack.name}/update`]: checkedWrites(powerPack).update,
    [`${currencyPack.name}/publish`]: moveTo('on'),
    [`${powerPack.name}/publish`]: moveTo('on'),
    ...createOperationsFor(signRule, { ...checkedWrites(signRule), enable: moveTo('enabled') }),
    [`${vipPlan.name}/delete`]: deleteProduct('vip'),
    [`${currencyPack.name}/delete`]: deleteProduct('coin'),
    [`${powerPack.name}/delete`]: deleteProduct('power'),
    [`${vipPlan.name}/clone`]: cloneRecord,
    [`${currencyPack.name}/clone`]: cloneRecord,
    [`${powerPack.name}/clone`]: cloneRecord,
    [`${vipPlan.name}/setStock`]: setStock,
    [`${currencyPack.name}/setStock`]: setStock,
    [`${powerPack.name}/setStock`]: setStock,
    [`${vipPlan.name}/reorder`]: reorderRecord,
    [`${currencyPack.name}/reorder`]: reorderRecord,
    [`${powerPack.name}/reorder`]: reorderRecord,
    [`${vipFaq.name}/reorder`]: reorderRecord,
    [`${redeemBatch.name}/generate`]: generateCodes(keyring, settings),
    [`${redeemBatch.name}/voidBatch`]: voidBatch,
    [`${redeemBatch.name}/extend`]: extendBatch,
    [`${redeemBatch.name}/clearExpired`]: clearExpired,
    [`${redeemBatch.name}/stats`]: batchFigures,
    [`${redeemCode.name}/delete`]: deleteCode,
    [`${redeemCode.name}/find`]: findCode(keyring),
    [`${redeemCode.name}/reveal`]: revealCode(keyring),
    [`${redeemCode.name}/void`]: voidCode,
    [`${redeemCode.name}/restore`]: restoreCode,
    [`${redeemCode.name}/extend`]: extendCode,
    [`${redemption.name}/previewReverse`]: previewReversal(settings),
    [`${redemption.name}/reverse`]: reverseRedemption(settings),
    [`${signLog.name}/revoke`]: revokeSignReward(settings),
    [`${signLog.name}/stats`]: signFigures(settings, createDayOf()),
  };
}

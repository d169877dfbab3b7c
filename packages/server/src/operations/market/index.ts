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
import { createDayOf } from '../../money/day-of.ts';
import type { Operations } from '../../resources/operation.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { cloneRecord } from '../catalogue/clone-record.ts';
import { createGuardedWrites, type Rule } from '../catalogue/guarded-writes.ts';
import { moveTo } from '../catalogue/move-state.ts';
import { createOperationsFor } from '../catalogue/operations-of.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { batchFigures, clearExpired, extendBatch, voidBatch } from './batch-actions.ts';
import { deleteCode, extendCode, findCode, restoreCode, revealCode, voidCode } from './code-actions.ts';
import { deleteProduct } from './delete-product.ts';
import { generateCodes } from './generate-codes.ts';
import { createMembershipActions } from './membership-actions.ts';
import { planRule } from './plan-rule.ts';
import { marketChecks } from './product-checks.ts';
import { previewReversal, reverseRedemption } from './reverse-redemption.ts';
import { setStock } from './set-stock.ts';
import { revokeSignReward } from './sign-actions.ts';
import { signFigures } from './sign-figures.ts';

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
    ...createOperationsFor(vipPlan, { ...checkedWrites(vipPlan, planRule), putOn: moveTo('on') }),
    [`${currencyPack.name}/update`]: checkedWrites(currencyPack).update,
    [`${powerPack.name}/update`]: checkedWrites(powerPack).update,
    [`${currencyPack.name}/putOn`]: moveTo('on'),
    [`${powerPack.name}/putOn`]: moveTo('on'),
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
    [`${vipPlan.name}/place`]: placeRecord,
    [`${currencyPack.name}/place`]: placeRecord,
    [`${powerPack.name}/place`]: placeRecord,
    [`${vipFaq.name}/place`]: placeRecord,
    [`${redeemBatch.name}/generate`]: generateCodes(keyring, settings),
    [`${redeemBatch.name}/voidBatch`]: voidBatch,
    [`${redeemBatch.name}/extend`]: extendBatch,
    [`${redeemBatch.name}/clearExpired`]: clearExpired,
    [`${redeemBatch.name}/figures`]: batchFigures,
    [`${redeemCode.name}/delete`]: deleteCode,
    [`${redeemCode.name}/find`]: findCode(keyring),
    [`${redeemCode.name}/reveal`]: revealCode(keyring),
    [`${redeemCode.name}/void`]: voidCode,
    [`${redeemCode.name}/restore`]: restoreCode,
    [`${redeemCode.name}/extend`]: extendCode,
    [`${redemption.name}/reversePreview`]: previewReversal(settings),
    [`${redemption.name}/reverse`]: reverseRedemption(settings),
    [`${signLog.name}/revoke`]: revokeSignReward(settings),
    [`${signLog.name}/figures`]: signFigures(settings, createDayOf()),
  };
}

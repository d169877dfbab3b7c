import { currencyPack, powerPack, redeemBatch, redeemCode, vipPlan } from '@gantry/core';
import type { Operations } from '../../resources/operation.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { batchFigures, extendBatch, voidBatch } from './batch-actions.ts';
import { cloneRecord } from './clone-record.ts';
import { extendCode, findCode, restoreCode, revealCode, voidCode } from './code-actions.ts';
import { generateCodes } from './generate-codes.ts';

export { marketChecks } from './product-checks.ts';

/** What is done with plans, packs and codes by hand. */
export function marketOperations({ keyring }: { readonly keyring: Keyring }): Operations {
  return {
    [`${vipPlan.name}/clone`]: cloneRecord,
    [`${currencyPack.name}/clone`]: cloneRecord,
    [`${powerPack.name}/clone`]: cloneRecord,
    [`${redeemBatch.name}/generate`]: generateCodes(keyring),
    [`${redeemBatch.name}/voidBatch`]: voidBatch,
    [`${redeemBatch.name}/extend`]: extendBatch,
    [`${redeemBatch.name}/figures`]: batchFigures,
    [`${redeemCode.name}/find`]: findCode(keyring),
    [`${redeemCode.name}/reveal`]: revealCode(keyring),
    [`${redeemCode.name}/void`]: voidCode,
    [`${redeemCode.name}/restore`]: restoreCode,
    [`${redeemCode.name}/extend`]: extendCode,
  };
}

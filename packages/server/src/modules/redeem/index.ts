import { redeemBatch, redeemCode, redemption } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import {
  clearExpired,
  deleteCode,
  extendBatch,
  extendCode,
  findCode,
  getBatchStats,
  restoreCode,
  revealCode,
  voidBatch,
  voidCode,
} from './admin-actions.ts';
import { exportCodes } from './export-codes.ts';
import { generateCodes } from './generate-codes.ts';
import { previewReversal, reverseRedemption } from './reverse-action.ts';
import { redeemHandlers } from './service-calls.ts';

interface RedeemDeps {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
}

/** Redeem codes, their batches and redemptions. */
export const redeemModule = defineModule({
  name: 'redeem',
  actions: ({ keyring, settings }: RedeemDeps) => ({
    ...createOperationsFor(redeemBatch, {
      generate: generateCodes(keyring, settings),
      voidBatch,
      extend: extendBatch,
      clearExpired,
      stats: getBatchStats,
    }),
    ...createOperationsFor(redeemCode, {
      delete: deleteCode,
      find: findCode(keyring),
      reveal: revealCode(keyring),
      void: voidCode,
      restore: restoreCode,
      extend: extendCode,
    }),
    ...createOperationsFor(redemption, {
      previewReverse: previewReversal(settings),
      reverse: reverseRedemption(settings),
    }),
  }),
  serviceCalls: redeemHandlers,
  exports: (deps: Services & RedeemDeps) => ({
    [redeemCode.name]: exportCodes(
      deps,
      deps.keyring,
      async () => (await deps.settings.read('system', 'site')).timezone,
    ),
  }),
});

import { redeemCode } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { exportCodes } from './export-codes.ts';

/** Redeem codes, their batches and redemptions. */
export const redeemModule = defineModule({
  name: 'redeem',
  exports: (deps: Services & { readonly keyring: Keyring; readonly settings: SettingsReader }) => ({
    [redeemCode.name]: exportCodes(
      deps,
      deps.keyring,
      async () => (await deps.settings.read('system', 'site')).timezone,
    ),
  }),
});

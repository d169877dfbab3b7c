import { aiModel, apiKey, localize, type Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operations } from '../../../platform/engine/operation.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { validateModelMap } from '../model-map.ts';
import { keyDay } from './key-day.ts';
import { setProxy } from './key-proxy.ts';
import { createKey, revealKey, rotateKey } from './key-records.ts';
import { clearCooldown, deleteInvalidKeys, disableKey, enableKey, testAllKeys } from './key-states.ts';
import { testKey } from './key-test.ts';
import { addModels, checkBalance, compareModels } from './key-upstream.ts';
import { previewSync, syncProvider } from './sync-provider.ts';

export interface KeyOperationDeps {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** What is done with the pool of upstream keys by hand. */
export function createKeyOperations(deps: KeyOperationDeps): Operations {
  const { keyring, settings } = deps;
  return {
    [`${apiKey.name}/create`]: createKey(keyring),
    [`${apiKey.name}/rotate`]: rotateKey(keyring),
    [`${apiKey.name}/setProxy`]: setProxy(keyring),
    [`${apiKey.name}/reveal`]: revealKey(keyring),
    [`${apiKey.name}/test`]: testKey(deps),
    [`${apiKey.name}/day`]: keyDay,
    [`${apiKey.name}/checkBalance`]: checkBalance(deps),
    [`${apiKey.name}/compareModels`]: compareModels(deps),
    [`${apiKey.name}/addModels`]: addModels(deps),
    [`${aiModel.name}/previewSync`]: previewSync(deps),
    [`${aiModel.name}/syncProvider`]: syncProvider(deps),
    [`${apiKey.name}/testAll`]: testAllKeys(settings),
    [`${apiKey.name}/enable`]: enableKey,
    [`${apiKey.name}/disable`]: disableKey,
    [`${apiKey.name}/clearCooldown`]: clearCooldown,
    [`${apiKey.name}/deleteInvalid`]: deleteInvalidKeys(settings),
  };
}

/** What keys must hold beyond their fields, whoever writes them. */
export const keyChecks: RecordChecks = {
  [apiKey.name]({ modelMap }: Values, { locale }: Caller) {
    const rejection = validateModelMap(modelMap ?? null);
    return rejection && { modelMap: [localize(rejection, locale)] };
  },
};

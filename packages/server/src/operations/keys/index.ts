import { aiModel, apiKey, say, type Values } from '@gantry/core';
import type { Caller } from '../../context.ts';
import { modelMapRefusal } from '../../keys/model-map.ts';
import type { OutboundGate } from '../../outbound/index.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { keyDay } from './key-day.ts';
import { setProxy } from './key-proxy.ts';
import { createKey, revealKey, rotateKey } from './key-records.ts';
import { clearCooldown, deleteInvalidKeys, disableKey, enableKey, testAllKeys } from './key-states.ts';
import { testKey } from './key-test.ts';
import { addModels, checkBalance, compareModels } from './key-upstream.ts';
import { previewSync, syncProvider } from './sync-provider.ts';

export interface KeyOperationNeeds {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** What is done with the pool of upstream keys by hand. */
export function keyOperations(needs: KeyOperationNeeds): Operations {
  const { keyring, settings } = needs;
  return {
    [`${apiKey.name}/create`]: createKey(keyring),
    [`${apiKey.name}/rotate`]: rotateKey(keyring),
    [`${apiKey.name}/setProxy`]: setProxy(keyring),
    [`${apiKey.name}/reveal`]: revealKey(keyring),
    [`${apiKey.name}/test`]: testKey(needs),
    [`${apiKey.name}/day`]: keyDay,
    [`${apiKey.name}/checkBalance`]: checkBalance(needs),
    [`${apiKey.name}/compareModels`]: compareModels(needs),
    [`${apiKey.name}/addModels`]: addModels(needs),
    [`${aiModel.name}/previewSync`]: previewSync(needs),
    [`${aiModel.name}/syncProvider`]: syncProvider(needs),
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
    const refusal = modelMapRefusal(modelMap ?? null);
    return refusal && { modelMap: [say(refusal, locale)] };
  },
};

import { say } from '@gantry/core';
import type { Caller } from '../../context.ts';
import type { RecordCheck } from '../../resources/engine.ts';
import type { Sealing } from '../../secrets/keyring.ts';
import { newClientId } from '../../secrets/service-secret.ts';
import { isNetwork } from '../../settings/networks.ts';
import { secretOperations } from './shown-secrets.ts';

/** A client of the service API with its secret, which it shows or signs with. */
export function serviceClientOperations(keyring: Pick<Sealing, 'seal'>) {
  return secretOperations({
    table: 'service_secrets',
    owner: 'client_id',
    idField: 'clientId',
    newId: newClientId,
    keyring,
  });
}

/** Every entry of the list of addresses is one, or a network. */
export const serviceClientCheck: RecordCheck = (values, { locale }: Caller) => {
  const list = Array.isArray(values.ipAllowlist) ? values.ipAllowlist.map(String) : [];
  const wrong = list.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return null;
  const words = { zh: '不是 IP 地址或网段：', en: 'Not an IP address or network: ' };
  return { ipAllowlist: [`${say(words, locale)}${wrong.slice(0, 60)}`] };
};

import { clientApp, frontVersion, serviceClient } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import type { Sealing } from '../../secrets/keyring.ts';
import { createOperationsFor } from '../catalogue/operations-of.ts';
import { clientAppChecks, clientAppOperations } from './client-apps.ts';
import { frontVersionOperations } from './front-versions.ts';
import { identityProviderChecks } from './identity-providers.ts';
import { checkServiceClient, createServiceClientOperations } from './service-clients.ts';

export function expandOperations({ keyring }: { readonly keyring: Pick<Sealing, 'seal'> }): Operations {
  return {
    ...createOperationsFor(serviceClient, createServiceClientOperations(keyring)),
    ...createOperationsFor(clientApp, clientAppOperations),
    ...createOperationsFor(frontVersion, frontVersionOperations),
  };
}

export const expandChecks: RecordChecks = {
  [serviceClient.name]: checkServiceClient,
  ...clientAppChecks,
  ...identityProviderChecks,
};

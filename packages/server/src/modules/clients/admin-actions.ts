import { clientApp, frontVersion, serviceClient } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operations } from '../../platform/engine/operation.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import { identityProviderChecks } from '../users/identities/admin-actions.ts';
import { clientAppChecks, clientAppOperations } from './client-apps.ts';
import { frontVersionOperations } from './front-versions.ts';
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

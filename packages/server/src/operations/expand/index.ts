import { clientApp, serviceClient } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { clientAppChecks, clientAppOperations } from './client-apps.ts';
import { serviceClientCheck, serviceClientOperations } from './service-clients.ts';

export const expandOperations: Operations = {
  ...operationsOf(serviceClient, serviceClientOperations),
  ...operationsOf(clientApp, clientAppOperations),
};

export const expandChecks: RecordChecks = { [serviceClient.name]: serviceClientCheck, ...clientAppChecks };

import { serviceClient } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { createServiceClient, rotateServiceClient, serviceClientCheck } from './service-clients.ts';

export const expandOperations: Operations = {
  [`${serviceClient.name}/create`]: createServiceClient,
  [`${serviceClient.name}/rotate`]: rotateServiceClient,
};

export const expandChecks: RecordChecks = { [serviceClient.name]: serviceClientCheck };

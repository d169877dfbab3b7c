import { admin } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import type { ClientMeter } from '../../platform/http/admission/client-meter.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import { expandChecks, expandOperations } from './admin-actions.ts';
import { frontGuards } from './front-versions.ts';
import { reviewClientsAfter } from './review-clients.ts';
import { purgeNonces } from './service/service-authenticator.ts';
import { type AllServiceHandlers, addServiceRoutes } from './service/service-routes.ts';
import {
  type ConfigDeps,
  createClientHandlers,
  createConfigHandlers,
  createEventHandlers,
  createFrontHandlers,
} from './service-calls.ts';
import { createWebhookQueueJob } from './webhooks/queue-events.ts';
import { createWebhookWorker, type WebhookWorkerDeps } from './webhooks/webhook-worker.ts';

interface ServiceRouteDeps extends ServiceDeps {
  readonly handlers: AllServiceHandlers;
  readonly clients: ClientMeter;
}

/** Client apps, service clients, and the service API with its events and webhooks. */
export const clientsModule = defineModule({
  name: 'clients',
  actions: expandOperations,
  wrapActions: (actions: Operations) =>
    reviewClientsAfter(Object.fromEntries(Object.entries(actions).filter(([key]) => key.startsWith(`${admin.name}/`)))),
  checks: expandChecks,
  serviceCalls: (deps: ConfigDeps) => ({
    ...createConfigHandlers(deps),
    ...createClientHandlers(deps),
    ...createEventHandlers(deps),
    ...createFrontHandlers(deps),
  }),
  schedule: (deps: WebhookWorkerDeps) => [createWebhookQueueJob(deps)],
  workers: (deps: WebhookWorkerDeps) => [createWebhookWorker(deps)],
  purge: purgeNonces,
  settingsGuards: () => frontGuards,
  serviceRoutes: (api, deps: ServiceRouteDeps, running) =>
    addServiceRoutes(api, deps, deps.handlers, running, deps.clients),
  notifications: ['clientScopesGranted', 'clientNeedsReview', 'webhookDisabled'],
});

export { type AdminClient, type AdminClientOptions, createAdminClient, type ListQuery } from './admin-client.ts';
export { GantryError } from './gantry-error.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from './service-client.ts';
export type * from './service-types.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';

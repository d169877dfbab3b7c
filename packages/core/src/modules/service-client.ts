import { type ClientOptions, createClient } from '../client/client.ts';
import { type ServiceAnswer, type ServiceBody, serviceBase } from '../client/service-call.ts';
import { serviceCaptchaCalls } from './auth/service-captcha.ts';
import { serviceBillingCalls } from './billing/service-billing.ts';
import { serviceSearchCalls } from './chats/service-search.ts';
import { serviceContentCalls } from './clients/service-content.ts';
import { serviceEventCalls } from './clients/service-event.ts';
import { serviceFrontCalls } from './clients/service-front.ts';
import { serviceCatalogueCalls } from './content/service-catalogue.ts';
import { serviceNewsCalls } from './content/service-news.ts';
import { serviceTaskCalls } from './creations/service-task.ts';
import { serviceDistributionCalls } from './distribution/service-distribution.ts';
import { serviceKeyCalls } from './keys/service-key.ts';
import { serviceKnowledgeCalls } from './knowledge/service-knowledge.ts';
import { serviceRecallCalls } from './knowledge/service-recall.ts';
import { serviceOrderCalls } from './orders/service-order.ts';
import { serviceRefundCalls } from './orders/service-refund.ts';
import { serviceRedeemCalls } from './redeem/service-redeem.ts';
import { serviceSignCalls } from './rewards/service-sign.ts';
import { createSignedTransport, type ServiceSigner } from './service-signature.ts';
import { serviceBindCalls } from './users/service-bind.ts';
import { serviceCodeCalls } from './users/service-code.ts';
import { serviceIdentityCalls } from './users/service-identity.ts';
import { serviceUserCalls } from './users/service-user.ts';

/** Every call of the service API. A new area adds its calls here, and its handlers on the server. */
export const serviceCalls = {
  ...serviceUserCalls,
  ...serviceBindCalls,
  ...serviceBillingCalls,
  ...serviceContentCalls,
  ...serviceCatalogueCalls,
  ...serviceNewsCalls,
  ...serviceTaskCalls,
  ...serviceEventCalls,
  ...serviceFrontCalls,
  ...serviceKeyCalls,
  ...serviceRedeemCalls,
  ...serviceRecallCalls,
  ...serviceKnowledgeCalls,
  ...serviceSignCalls,
  ...serviceDistributionCalls,
  ...serviceSearchCalls,
  ...serviceCaptchaCalls,
  ...serviceCodeCalls,
  ...serviceIdentityCalls,
  ...serviceOrderCalls,
  ...serviceRefundCalls,
};
export type ServiceCalls = typeof serviceCalls;
export type ServiceCallName = keyof ServiceCalls;

export interface ServiceCredentials {
  readonly clientId: string;
  readonly secret: string;
}

export interface ServiceClientOptions extends Pick<ClientOptions, 'baseUrl' | 'transport'> {
  readonly credentials: ServiceCredentials;
  /** Makes a key for a write that was given none; what is sent again must be given the same one. */
  readonly newKey: () => string;
  /** Signs every call with the secret; without it the secret itself is sent. */
  readonly signer?: ServiceSigner;
}

export interface ServiceApiClient {
  /** Gives `data`. Rejects with ApiError; after a time-out ask again with the same key. */
  call<K extends ServiceCallName>(
    name: K,
    body: ServiceBody<ServiceCalls[K]>,
    idempotencyKey?: string,
  ): Promise<ServiceAnswer<ServiceCalls[K]>>;
}

/** A client of the service API, for the platform's own services. */
export function createServiceClient({
  baseUrl,
  transport,
  credentials,
  newKey,
  signer,
}: ServiceClientOptions): ServiceApiClient {
  const token = signer ? null : `${credentials.clientId}.${credentials.secret}`;
  const sent = signer ? createSignedTransport(transport, credentials, signer) : transport;
  const client = createClient({ baseUrl, transport: sent, token: () => token, locale: () => 'en-US' });
  return {
    call(name, body, idempotencyKey) {
      const { path, writes } = serviceCalls[name];
      const key = idempotencyKey ?? (writes ? newKey() : undefined);
      return client.call(serviceBase + path, body, key === undefined ? {} : { idempotencyKey: key });
    },
  };
}

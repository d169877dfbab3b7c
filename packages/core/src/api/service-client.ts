import { type ClientOptions, createClient } from './client.ts';
import { serviceBillingCalls } from './service-billing.ts';
import { serviceBindCalls } from './service-bind.ts';
import { type ServiceAnswer, type ServiceBody, serviceBase } from './service-call.ts';
import { serviceCaptchaCalls } from './service-captcha.ts';
import { serviceCatalogueCalls } from './service-catalogue.ts';
import { serviceCodeCalls } from './service-code.ts';
import { serviceContentCalls } from './service-content.ts';
import { serviceDistributionCalls } from './service-distribution.ts';
import { serviceEventCalls } from './service-event.ts';
import { serviceFrontCalls } from './service-front.ts';
import { serviceIdentityCalls } from './service-identity.ts';
import { serviceKeyCalls } from './service-key.ts';
import { serviceKnowledgeCalls } from './service-knowledge.ts';
import { serviceNewsCalls } from './service-news.ts';
import { serviceOrderCalls } from './service-order.ts';
import { serviceRecallCalls } from './service-recall.ts';
import { serviceRedeemCalls } from './service-redeem.ts';
import { serviceRefundCalls } from './service-refund.ts';
import { serviceSearchCalls } from './service-search.ts';
import { serviceSignCalls } from './service-sign.ts';
import { createSignedTransport, type ServiceSigner } from './service-signature.ts';
import { serviceTaskCalls } from './service-task.ts';
import { serviceUserCalls } from './service-user.ts';

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

import { type ClientOptions, createClient, type Transport, type TransportRequest } from '../client/client.ts';
import { type ServiceAnswer, type ServiceBody, serviceBase } from '../client/service-call.ts';
import { serviceCaptchaCalls } from './auth/service-captcha.ts';
import { serviceBillingCalls } from './billing/service-billing.ts';
import { serviceSearchCalls } from './chats/service-search.ts';
import { serviceContentCalls } from './clients/service-content.ts';
import { serviceEventCalls } from './clients/service-event.ts';
import { serviceFrontCalls } from './clients/service-front.ts';
import { serviceCatalogueCalls } from './content/service-catalog.ts';
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

/** The scheme of the `Authorization` header of a signed call. */
export const signatureScheme = 'HMAC-SHA256';

/** How far the clock of a caller may be from ours, either way, in ms. */
export const signatureWindow = 300_000;

/** What a signed call names in addition to its client; the signature covers all of it. */
export interface SignedCall {
  /** UTC ms. */
  readonly time: number;
  /** 16 to 64 letters, digits, `-` or `_`; a client uses one once. */
  readonly nonce: string;
  /** From `/api/v1/service` on, whatever stands before it. */
  readonly path: string;
  /** The `Idempotency-Key`; empty without one. */
  readonly key: string;
  /** SHA-256 of the body as it is sent, in lower-case hex. */
  readonly bodyHash: string;
}

/** What is signed: five lines, without a line's end after the last. */
export function textToSign({ time, nonce, path, key, bodyHash }: SignedCall): string {
  return [time, nonce, path, key, bodyHash].join('\n');
}

/** The `Authorization` header of a signed call; the signature is lower-case hex. */
export function createSignatureHeader(
  clientId: string,
  { time, nonce, bodyHash }: SignedCall,
  signature: string,
): string {
  return `${signatureScheme} client=${clientId},time=${time},nonce=${nonce},body=${bodyHash},signature=${signature}`;
}

/** The cryptography of the caller's platform; digests are lower-case hex. */
export interface ServiceSigner {
  /** UTC ms. */
  now(): number;
  newNonce(): string;
  sha256(text: string): string | Promise<string>;
  /** HMAC-SHA-256 of a text under a secret. */
  hmac(secret: string, text: string): string | Promise<string>;
}

/** A transport that signs what it sends: the secret itself never leaves the caller. */
function createSignedTransport(
  transport: Transport,
  { clientId, secret }: ServiceCredentials,
  signer: ServiceSigner,
): Transport {
  const authorize = async ({ url, body, headers }: TransportRequest) => {
    const signed: SignedCall = {
      time: signer.now(),
      nonce: signer.newNonce(),
      path: url.slice(url.indexOf(serviceBase)),
      key: headers['idempotency-key'] ?? '',
      bodyHash: await signer.sha256(body),
    };
    return createSignatureHeader(clientId, signed, await signer.hmac(secret, textToSign(signed)));
  };
  return async (request) => {
    const authorization = await authorize(request);
    return transport({ ...request, headers: { ...request.headers, authorization } });
  };
}

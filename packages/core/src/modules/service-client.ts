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

/** All calls of the service API. A new area adds its calls here and its handlers on the server. */
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
  /** Creates an idempotency key for a write without one. A repeated call must be given the same key. */
  readonly newKey: () => string;
  /** Signs every call with the secret. Without a signer, the secret itself is sent. */
  readonly signer?: ServiceSigner;
}

export interface ServiceApiClient {
  /** Returns `data`. Rejects with ResponseError. After a timeout, repeat the call with the same key. */
  call<K extends ServiceCallName>(
    name: K,
    body: ServiceBody<ServiceCalls[K]>,
    idempotencyKey?: string,
  ): Promise<ServiceAnswer<ServiceCalls[K]>>;
}

/** Creates a client of the service API, for the platform's own services. */
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

/** Maximum clock difference between caller and server, in milliseconds. */
export const signatureWindow = 300_000;

/** Properties of a signed call besides its client. The signature covers all of them. */
export interface SignedCall {
  /** UTC milliseconds. */
  readonly time: number;
  /** 16 to 64 letters, digits, `-` or `_`. A client must use each nonce only once. */
  readonly nonce: string;
  /** Path from `/api/v1/service` on, without any prefix of a proxy. */
  readonly path: string;
  /** The `Idempotency-Key`; empty without one. */
  readonly key: string;
  /** SHA-256 of the body as sent, in lower-case hex. */
  readonly bodyHash: string;
}

/** Returns the text to sign: five lines without a line break at the end. */
export function buildTextToSign({ time, nonce, path, key, bodyHash }: SignedCall): string {
  return [time, nonce, path, key, bodyHash].join('\n');
}

/** Creates the `Authorization` header of a signed call. The signature is lower-case hex. */
export function createSignatureHeader(
  clientId: string,
  { time, nonce, bodyHash }: SignedCall,
  signature: string,
): string {
  return `${signatureScheme} client=${clientId},time=${time},nonce=${nonce},body=${bodyHash},signature=${signature}`;
}

/** Cryptography of the caller's platform. Digests are lower-case hex. */
export interface ServiceSigner {
  /** UTC milliseconds. */
  now(): number;
  newNonce(): string;
  sha256(text: string): string | Promise<string>;
  /** HMAC-SHA-256 of a text with a secret. */
  hmac(secret: string, text: string): string | Promise<string>;
}

/** Creates a transport that signs requests, so that the secret never leaves the caller. */
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
    return createSignatureHeader(clientId, signed, await signer.hmac(secret, buildTextToSign(signed)));
  };
  return async (request) => {
    const authorization = await authorize(request);
    return transport({ ...request, headers: { ...request.headers, authorization } });
  };
}

import type { Transport, TransportRequest } from '../client/client.ts';
import { serviceBase } from '../client/service-call.ts';
import type { ServiceCredentials } from './service-client.ts';

/** The scheme of the `Authorization` header of a signed call. */
export const signatureScheme = 'HMAC-SHA256';

/** How far the clock of a caller may be from ours, either way, in ms. */
export const signatureWindow = 300_000;

/** What a signed call names beside its client; the signature is over all of it. */
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
export function createSignedTransport(
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

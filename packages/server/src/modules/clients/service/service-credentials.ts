import { ApiError, type ServiceCall, type SignedCall, serviceBase, signatureScheme } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import { getBearerToken, getSoleAuthorization } from '../../../platform/http/authenticate.ts';

/** What a service shows of itself: its secret, or a signature that was made with it. */
export type ServiceCredentialsGiven =
  | { readonly kind: 'secret'; readonly clientId: string; readonly secret: string }
  | {
      readonly kind: 'signature';
      readonly clientId: string;
      readonly signed: SignedCall;
      readonly signature: string;
    };

const signedHeader = new RegExp(
  `^${signatureScheme} +client=(\\w{1,32}),time=(\\d{1,15}),nonce=([\\w-]{16,64}),body=([0-9a-f]{64}),signature=([0-9a-f]{64})$`,
);

/** Reads the single `Authorization` header of a call; throws `signInNeeded` when there is none that can be meant. */
export function readCredentials(request: FastifyRequest, { path }: Pick<ServiceCall, 'path'>): ServiceCredentialsGiven {
  const header = getSoleAuthorization(request);
  if (!header?.startsWith(signatureScheme)) return splitToken(getBearerToken(request));
  const [, clientId = '', time = '', nonce = '', bodyHash = '', signature = ''] = signedHeader.exec(header) ?? [];
  if (signature === '') throw new ApiError('signInNeeded', { data: { state: 'malformed' } });
  const key = request.headers['idempotency-key'];
  const signed: SignedCall = {
    time: Number(time),
    nonce,
    path: serviceBase + path,
    key: typeof key === 'string' ? key : '',
    bodyHash,
  };
  return { kind: 'signature', clientId, signed, signature };
}

/** `<clientId>.<secret>` */
function splitToken(token: string): ServiceCredentialsGiven {
  const dot = token.indexOf('.');
  if (dot < 1) throw new ApiError('signInNeeded');
  return { kind: 'secret', clientId: token.slice(0, dot), secret: token.slice(dot + 1) };
}

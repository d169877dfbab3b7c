import { ConnectionTestError, toRejection } from '../../../platform/outbound/index.ts';
import { GrantError } from './account.ts';

export type Library = typeof import('oauth4webapi');
export type Step = 'discovery' | 'token' | 'signature' | 'userInfo';

/** Errors of the token endpoint that blame what the person brought. */
const ofTheGrant = ['invalid_grant', 'invalid_request'];
/** What is wrong with an ID token, by the claim that is. */
const ofClaim: Readonly<Record<string, string>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'party',
  nonce: 'nonce',
  exp: 'expired',
  nbf: 'notBefore',
};

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** What an error of the library is to us. Nothing that the provider sent is in it but codes. */
export function asProviderError(oauth: Library, step: Step, error: unknown): unknown {
  if (error instanceof oauth.ResponseBodyError) return ofTokenEndpoint(error.error, error.status);
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ConnectionTestError('auth', String(error.status));
  const code = String(partOf(error, 'code') ?? '');
  const cause = partOf(error, 'cause');
  if (code === oauth.RESPONSE_IS_NOT_CONFORM) return ofStatus(step, Number(partOf(cause, 'status')));
  if (step === 'discovery') return ofDiscovery(oauth, code, cause);
  if (step === 'signature') return new GrantError('signature');
  if (step === 'userInfo')
    return partOf(cause, 'attribute') === 'sub'
      ? new GrantError('subject')
      : new ConnectionTestError('answer', 'userinfo');
  return ofIdToken(oauth, error, code, cause);
}

function ofTokenEndpoint(name: string, status: number): Error {
  if (status >= 500) return new ConnectionTestError('rejected', String(status));
  if (ofTheGrant.includes(name)) return new GrantError(name);
  return new ConnectionTestError(/client/.test(name) ? 'auth' : 'rejected', name.slice(0, 100));
}

/** An unexpected status; without a discovery document the URL is hardly that of an issuer. */
function ofStatus(step: Step, status: number): ConnectionTestError {
  if (step === 'discovery') return new ConnectionTestError('discovery', String(status));
  return toRejection(status) ?? new ConnectionTestError('answer', String(status));
}

function ofDiscovery(oauth: Library, code: string, cause: unknown): ConnectionTestError {
  if (code !== oauth.JSON_ATTRIBUTE_COMPARISON) return new ConnectionTestError('discovery');
  const named = partOf(partOf(cause, 'body'), 'issuer');
  return new ConnectionTestError('issuer', typeof named === 'string' ? named.slice(0, 200) : null);
}

/** The response of the token endpoint, or the ID token in it, is not what it has to be. */
function ofIdToken(oauth: Library, error: unknown, code: string, cause: unknown): Error {
  const claim = ofClaim[String(partOf(cause, 'claim'))];
  if (code === oauth.JWT_CLAIM_COMPARISON || code === oauth.JWT_TIMESTAMP_CHECK)
    return new GrantError(claim ?? 'token');
  if (error instanceof oauth.UnsupportedOperationError || partOf(cause, 'header') !== undefined)
    return new GrantError('algorithm');
  if (partOf(cause, 'claims') !== undefined) return new GrantError('claims');
  if (partOf(cause, 'body') !== undefined) return new ConnectionTestError('answer', 'token');
  return new GrantError('token');
}

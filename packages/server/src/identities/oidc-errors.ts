import { refusalOf, TrialFailed } from '../outbound/index.ts';
import { GrantRefused } from './account.ts';

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
  if (error instanceof oauth.WWWAuthenticateChallengeError) return new TrialFailed('auth', String(error.status));
  const code = String(partOf(error, 'code') ?? '');
  const cause = partOf(error, 'cause');
  if (code === oauth.RESPONSE_IS_NOT_CONFORM) return ofStatus(step, Number(partOf(cause, 'status')));
  if (step === 'discovery') return ofDiscovery(oauth, code, cause);
  if (step === 'signature') return new GrantRefused('signature');
  if (step === 'userInfo')
    return partOf(cause, 'attribute') === 'sub' ? new GrantRefused('subject') : new TrialFailed('answer', 'userinfo');
  return ofIdToken(oauth, error, code, cause);
}

function ofTokenEndpoint(name: string, status: number): Error {
  if (status >= 500) return new TrialFailed('refused', String(status));
  if (ofTheGrant.includes(name)) return new GrantRefused(name);
  return new TrialFailed(/client/.test(name) ? 'auth' : 'refused', name.slice(0, 100));
}

/** An unexpected status; without a discovery document the URL is hardly that of an issuer. */
function ofStatus(step: Step, status: number): TrialFailed {
  if (step === 'discovery') return new TrialFailed('discovery', String(status));
  return refusalOf(status) ?? new TrialFailed('answer', String(status));
}

function ofDiscovery(oauth: Library, code: string, cause: unknown): TrialFailed {
  if (code !== oauth.JSON_ATTRIBUTE_COMPARISON) return new TrialFailed('discovery');
  const named = partOf(partOf(cause, 'body'), 'issuer');
  return new TrialFailed('issuer', typeof named === 'string' ? named.slice(0, 200) : null);
}

/** The response of the token endpoint, or the ID token in it, is not what it has to be. */
function ofIdToken(oauth: Library, error: unknown, code: string, cause: unknown): Error {
  const claim = ofClaim[String(partOf(cause, 'claim'))];
  if (code === oauth.JWT_CLAIM_COMPARISON || code === oauth.JWT_TIMESTAMP_CHECK)
    return new GrantRefused(claim ?? 'token');
  if (error instanceof oauth.UnsupportedOperationError || partOf(cause, 'header') !== undefined)
    return new GrantRefused('algorithm');
  if (partOf(cause, 'claims') !== undefined) return new GrantRefused('claims');
  if (partOf(cause, 'body') !== undefined) return new TrialFailed('answer', 'token');
  return new GrantRefused('token');
}

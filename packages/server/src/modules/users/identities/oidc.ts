import type { AuthorizationServer, Client, CustomFetchOptions } from 'oauth4webapi';
import { ConnectionTestError, OutboundError, toRejection } from '../../../platform/outbound/index.ts';
import { type Account, type Grant, GrantError, type SignInOptions } from './account.ts';
import type { Provider, ProviderContext } from './provider.ts';

type Library = typeof import('oauth4webapi');
type Step = 'discovery' | 'token' | 'signature' | 'userInfo';

/** Errors of the token endpoint that mean an invalid grant. */
const grantErrors = ['invalid_grant', 'invalid_request'];
/** The problem with an ID token, by claim. */
const claimProblems: Readonly<Record<string, string>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'party',
  nonce: 'nonce',
  exp: 'expired',
  nbf: 'notBefore',
};

const getPart = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Converts an error of the library. The result contains nothing that the provider sent except codes. */
function toProviderError(oauth: Library, step: Step, error: unknown): unknown {
  if (error instanceof oauth.ResponseBodyError) return toTokenEndpointError(error.error, error.status);
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ConnectionTestError('auth', String(error.status));
  const code = String(getPart(error, 'code') ?? '');
  const cause = getPart(error, 'cause');
  if (code === oauth.RESPONSE_IS_NOT_CONFORM) return toStatusError(step, Number(getPart(cause, 'status')));
  if (step === 'discovery') return createDiscoveryError(oauth, code, cause);
  if (step === 'signature') return new GrantError('signature');
  if (step === 'userInfo')
    return getPart(cause, 'attribute') === 'sub'
      ? new GrantError('subject')
      : new ConnectionTestError('answer', 'userinfo');
  return toTokenError(oauth, error, code, cause);
}

function toTokenEndpointError(name: string, status: number): Error {
  if (status >= 500) return new ConnectionTestError('rejected', String(status));
  if (grantErrors.includes(name)) return new GrantError(name);
  return new ConnectionTestError(/client/.test(name) ? 'auth' : 'rejected', name.slice(0, 100));
}

/** An unexpected status. Without a discovery document the URL is probably not that of an issuer. */
function toStatusError(step: Step, status: number): ConnectionTestError {
  if (step === 'discovery') return new ConnectionTestError('discovery', String(status));
  return toRejection(status) ?? new ConnectionTestError('answer', String(status));
}

function createDiscoveryError(oauth: Library, code: string, cause: unknown): ConnectionTestError {
  if (code !== oauth.JSON_ATTRIBUTE_COMPARISON) return new ConnectionTestError('discovery');
  const named = getPart(getPart(cause, 'body'), 'issuer');
  return new ConnectionTestError('issuer', typeof named === 'string' ? named.slice(0, 200) : null);
}

/** Converts an invalid token response or ID token to an error. */
function toTokenError(oauth: Library, error: unknown, code: string, cause: unknown): Error {
  const claim = claimProblems[String(getPart(cause, 'claim'))];
  if (code === oauth.JWT_CLAIM_COMPARISON || code === oauth.JWT_TIMESTAMP_CHECK)
    return new GrantError(claim ?? 'token');
  if (error instanceof oauth.UnsupportedOperationError || getPart(cause, 'header') !== undefined)
    return new GrantError('algorithm');
  if (getPart(cause, 'claims') !== undefined) return new GrantError('claims');
  if (getPart(cause, 'body') !== undefined) return new ConnectionTestError('answer', 'token');
  return new GrantError('token');
}

/** Accepted clock difference in seconds, and maximum length of a subject. */
const clockToleranceSeconds = 60;
const maxSubjectLength = 255;
/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304]);

/** The certified library with what it needs to call one provider. */
interface Session {
  readonly oauth: Library;
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly options: ReturnType<typeof createOptions>;
}

/** Sends every request through the outbound client, which also decides where plain HTTP is allowed. */
function createOptions(oauth: Library, { outbound }: ProviderContext, { timeoutMs }: Provider) {
  const send = async (url: string, { method, headers, body }: CustomFetchOptions<string, unknown>) => {
    const answer = await outbound.send({
      target: 'identity',
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs,
    });
    const given = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const content = bodiless.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: Object.fromEntries(given) });
  };
  return { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true };
}

/** Runs one step of the protocol and converts its errors. */
async function runStep<T>(oauth: Library, step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ConnectionTestError || error instanceof GrantError)
      throw error;
    throw toProviderError(oauth, step, error);
  }
}

/** Fetches the discovery document. Its issuer must equal the configured one character by character. */
async function discover(context: ProviderContext, provider: Provider): Promise<Session> {
  const { issuer, clientId } = provider;
  if (issuer === null) throw new ConnectionTestError('off');
  // Loaded on first use only.
  const oauth = await import('oauth4webapi');
  const options = createOptions(oauth, context, provider);
  const server = await runStep(oauth, 'discovery', async () => {
    const url = new URL(issuer);
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  });
  if (server.issuer !== issuer) throw new ConnectionTestError('issuer', server.issuer.slice(0, 200));
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!URL.canParse(server[name] ?? '')) throw new ConnectionTestError('metadata', name);
  return { oauth, server, options, client: { client_id: clientId, [oauth.clockTolerance]: clockToleranceSeconds } };
}

/** Returns the URL where the user signs in. */
export async function createOidcSignInUrl(
  context: ProviderContext,
  provider: Provider,
  options: SignInOptions,
): Promise<string> {
  const { server } = await discover(context, provider);
  const url = new URL(server.authorization_endpoint ?? '');
  const { redirectUri, state, nonce, codeChallenge } = options;
  const challenge = codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' };
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope ?? 'openid profile email',
    state,
    ...(nonce === null ? {} : { nonce }),
    ...challenge,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

type Claims = Readonly<Record<string, unknown>>;

/** Exchanges the code and verifies the ID token including its signature. */
async function redeem({ oauth, server, client, options }: Session, { secret }: Provider, grant: Grant) {
  const { code, redirectUri, codeVerifier, nonce } = grant;
  if (nonce === null) throw new GrantError('nonce');
  if (redirectUri === null) throw new GrantError('redirectUri');
  const methods = server.token_endpoint_auth_methods_supported;
  const isPosted = methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  const proof = isPosted ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  // The service that received the callback has compared the state and passes on only the code.
  const callback = new URLSearchParams({ code, iss: server.issuer });
  const answer = await runStep(oauth, 'token', async () =>
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      oauth.validateAuthResponse(server, client, callback, oauth.skipStateCheck),
      redirectUri,
      codeVerifier ?? oauth.nopkce,
      options,
    ),
  );
  const tokens = await runStep(oauth, 'token', () =>
    oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: nonce, requireIdToken: true }),
  );
  await runStep(oauth, 'signature', () => oauth.validateApplicationLevelSignature(server, answer, options));
  const claims: Claims = { ...oauth.getValidatedIdTokenClaims(tokens) };
  const subject = String(claims.sub);
  if (subject === '' || subject.length > maxSubjectLength) throw new GrantError('subject');
  return { subject, claims, accessToken: tokens.access_token };
}

/** Claims of the userinfo endpoint; empty if the provider has none. */
async function fetchUserInfo({ oauth, server, client, options }: Session, subject: string, accessToken: string) {
  if (server.userinfo_endpoint === undefined) return {};
  const claims = await runStep(oauth, 'userInfo', async () => {
    const answer = await oauth.userInfoRequest(server, client, accessToken, options);
    return oauth.processUserInfoResponse(server, client, subject, answer);
  });
  return claims as Claims;
}

const readClaim = (claims: Claims, name: string, longest: number): string | null => {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : null;
};

/** Returns the email address only if the same source has verified it. */
const getVerifiedEmail = (claims: Claims) => (claims.email_verified === true ? readClaim(claims, 'email', 254) : null);

/**
 * Returns the account for a code. Throws GrantError when the user has to sign in again, otherwise ConnectionTestError or
 * OutboundError.
 */
export async function fetchOidcAccount(context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> {
  const session = await discover(context, provider);
  const { subject, claims, accessToken } = await redeem(session, provider, grant);
  const isComplete = claims.name !== undefined && claims.email !== undefined && claims.email_verified !== undefined;
  const more = isComplete ? {} : await fetchUserInfo(session, subject, accessToken);
  const hasEmail = claims.email !== undefined && claims.email_verified !== undefined;
  return {
    subject,
    unionId: null,
    name: readClaim(claims, 'name', 64) ?? readClaim(more, 'name', 64),
    email: getVerifiedEmail(hasEmail ? claims : more),
  };
}

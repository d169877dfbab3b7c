import type { AuthorizationServer, Client, CustomFetchOptions } from 'oauth4webapi';
import { ConnectionTestError, OutboundError, toRejection } from '../../../platform/outbound/index.ts';
import { type Account, type Grant, GrantError, type SignInOptions } from './account.ts';
import type { Provider, ProviderContext } from './provider.ts';

type Library = typeof import('oauth4webapi');
type Step = 'discovery' | 'token' | 'signature' | 'userInfo';

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
function asProviderError(oauth: Library, step: Step, error: unknown): unknown {
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

/** Clocks differ by so much, in seconds. */
const leeway = 60;
const longestSubject = 255;
/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304]);

/** The certified library with what it needs to ask one provider. */
interface Session {
  readonly oauth: Library;
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly options: ReturnType<typeof optionsOf>;
}

/** Every call goes through the outbound gate, which also decides where plain HTTP is allowed. */
function optionsOf(oauth: Library, { outbound }: ProviderContext, { timeoutMs }: Provider) {
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

/** Runs one step of the protocol; what goes wrong in it comes out in terms of ours. */
async function inStep<T>(oauth: Library, step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ConnectionTestError || error instanceof GrantError)
      throw error;
    throw asProviderError(oauth, step, error);
  }
}

/** Asks the issuer for its endpoints. The issuer that it names must be the one of the settings, character by character. */
async function discover(context: ProviderContext, provider: Provider): Promise<Session> {
  const { issuer, clientId } = provider;
  if (issuer === null) throw new ConnectionTestError('off');
  // The library is only loaded by who uses it.
  const oauth = await import('oauth4webapi');
  const options = optionsOf(oauth, context, provider);
  const server = await inStep(oauth, 'discovery', async () => {
    const url = new URL(issuer);
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  });
  if (server.issuer !== issuer) throw new ConnectionTestError('issuer', server.issuer.slice(0, 200));
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!URL.canParse(server[name] ?? '')) throw new ConnectionTestError('metadata', name);
  return { oauth, server, options, client: { client_id: clientId, [oauth.clockTolerance]: leeway } };
}

/** Where the person is sent to sign in. */
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

/** Exchanges the code, and verifies the ID token with its signature. */
async function redeem({ oauth, server, client, options }: Session, { secret }: Provider, grant: Grant) {
  const { code, redirectUri, codeVerifier, nonce } = grant;
  if (nonce === null) throw new GrantError('nonce');
  if (redirectUri === null) throw new GrantError('redirectUri');
  const methods = server.token_endpoint_auth_methods_supported;
  const isPosted = methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  const proof = isPosted ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  // The service that was called back has compared the state; it gives us the code alone.
  const callback = new URLSearchParams({ code, iss: server.issuer });
  const answer = await inStep(oauth, 'token', async () =>
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
  const tokens = await inStep(oauth, 'token', () =>
    oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: nonce, requireIdToken: true }),
  );
  await inStep(oauth, 'signature', () => oauth.validateApplicationLevelSignature(server, answer, options));
  const claims: Claims = { ...oauth.getValidatedIdTokenClaims(tokens) };
  const subject = String(claims.sub);
  if (subject === '' || subject.length > longestSubject) throw new GrantError('subject');
  return { subject, claims, accessToken: tokens.access_token };
}

/** Claims of the userinfo endpoint; none where the provider has no such endpoint. */
async function userInfo({ oauth, server, client, options }: Session, subject: string, accessToken: string) {
  if (server.userinfo_endpoint === undefined) return {};
  const claims = await inStep(oauth, 'userInfo', async () => {
    const answer = await oauth.userInfoRequest(server, client, accessToken, options);
    return oauth.processUserInfoResponse(server, client, subject, answer);
  });
  return claims as Claims;
}

const claimed = (claims: Claims, name: string, longest: number): string | null => {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : null;
};

/** An address together with what the same source says of it. */
const emailIn = (claims: Claims) => (claims.email_verified === true ? claimed(claims, 'email', 254) : null);

/** The account behind a code. Throws GrantRefused when the person has to sign in again, TrialFailed or OutboundError otherwise. */
export async function fetchOidcAccount(context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> {
  const session = await discover(context, provider);
  const { subject, claims, accessToken } = await redeem(session, provider, grant);
  const isComplete = claims.name !== undefined && claims.email !== undefined && claims.email_verified !== undefined;
  const more = isComplete ? {} : await userInfo(session, subject, accessToken);
  const hasEmail = claims.email !== undefined && claims.email_verified !== undefined;
  return {
    subject,
    unionId: null,
    name: claimed(claims, 'name', 64) ?? claimed(more, 'name', 64),
    email: emailIn(hasEmail ? claims : more),
  };
}

import { ApiError } from '@gantry/core';
import {
  type ConnectionTest,
  ConnectionTestError,
  getPath,
  OutboundError,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../../platform/outbound/index.ts';
import { type Account, type Grant, GrantError, type SignInOptions } from './account.ts';
import { createOidcSignInUrl, fetchOidcAccount } from './oidc.ts';
import type { Provider, ProviderContext } from './provider.ts';

const api = 'https://api.weixin.qq.com';
const pages = 'https://open.weixin.qq.com';

/** Error codes for an invalid code: unknown, used, expired, missing. */
const codeErrors = [40029, 40163, 42003, 41008];
/** Error codes for an invalid client: app ID, secret, IP address. */
const clientErrors = [40001, 40013, 40125, 40164, 41002, 41004, 48001];

/** The sign-in URL: the page with a QR code, or for other scopes the page inside WeChat. */
function createWechatSignInUrl({ clientId, scope }: Provider, { redirectUri, state }: SignInOptions): string {
  const requestedScope = scope ?? 'snsapi_login';
  const url = new URL(`${pages}/connect/${requestedScope === 'snsapi_login' ? 'qrconnect' : 'oauth2/authorize'}`);
  url.search = new URLSearchParams({
    appid: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: requestedScope,
    state,
  }).toString();
  return `${url.href}#wechat_redirect`;
}

/**
 * Returns the account for a code. Throws GrantError when the user has to sign in again, otherwise ConnectionTestError or
 * OutboundError.
 */
async function fetchWechatAccount(
  { outbound }: ProviderContext,
  provider: Provider,
  { code }: Grant,
): Promise<Account> {
  const { kind, clientId, secret, issuer, timeoutMs } = provider;
  const isMini = kind === 'wechatMini';
  const url = new URL(
    `${(issuer ?? api).replace(/\/$/, '')}${isMini ? '/sns/jscode2session' : '/sns/oauth2/access_token'}`,
  );
  url.search = new URLSearchParams({
    appid: clientId,
    secret,
    [isMini ? 'js_code' : 'code']: code,
    grant_type: 'authorization_code',
  }).toString();
  const { status, body } = await outbound.send({ target: 'identity', url: url.href, timeoutMs });
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const response = parseJson(body);
  const number = getPath(response, 'errcode') ?? 0;
  if (number !== 0) {
    if (codeErrors.includes(Number(number))) throw new GrantError(String(number));
    throw new ConnectionTestError(
      clientErrors.includes(Number(number)) ? 'auth' : 'rejected',
      String(number).slice(0, 20),
    );
  }
  // A page in preview mode gets a shared placeholder account.
  if (getPath(response, 'is_snapshotuser') === 1) throw new GrantError('snapshot');
  const [subject, unionId] = [getPath(response, 'openid'), getPath(response, 'unionid')];
  if (typeof subject !== 'string' || subject === '') throw new ConnectionTestError('answer', 'openid');
  return { subject, unionId: typeof unionId === 'string' && unionId !== '' ? unionId : null, name: null, email: null };
}

/** Converts a failed provider call to an ApiError. */
function toApiError(error: unknown): unknown {
  if (error instanceof ConnectionTestError) return new ApiError('busy', { data: { upstream: error.problem } });
  if (error instanceof OutboundError) return new ApiError('busy', { data: { upstream: error.reason } });
  return error;
}

/** Returns the URL where the user signs in; a mini program calls WeChat directly. */
export async function signInAddress(
  context: ProviderContext,
  provider: Provider,
  options: SignInOptions,
): Promise<string> {
  if (provider.kind === 'wechatMini') throw new ApiError('stateConflict', { data: { state: provider.kind } });
  if (provider.kind === 'wechat') return createWechatSignInUrl(provider, options);
  try {
    return await createOidcSignInUrl(context, provider, options);
  } catch (error) {
    throw toApiError(error);
  }
}

const getAccount = (context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> =>
  provider.kind === 'oidc' ? fetchOidcAccount(context, provider, grant) : fetchWechatAccount(context, provider, grant);

/** Returns the account for a grant; throws GrantError when the user has to sign in again. */
export async function callProvider(context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> {
  try {
    return await getAccount(context, provider, grant);
  } catch (error) {
    throw toApiError(error);
  }
}

/** A grant that no provider ever issued. */
const fakeGrant: Grant = {
  code: 'gantry-checks-its-secret',
  redirectUri: 'https://localhost/',
  nonce: 'gantry',
  codeVerifier: null,
};

/** Tests the credentials: the provider must reject the made-up code and nothing else. */
export function tryProvider(
  context: ProviderContext,
  provider: Provider,
): Promise<ConnectionTest & { code?: string | null }> {
  return runConnectionTest(async () => {
    try {
      await getAccount(context, provider, fakeGrant);
      return {};
    } catch (error) {
      if (error instanceof GrantError) return { code: error.reason };
      throw error;
    }
  });
}

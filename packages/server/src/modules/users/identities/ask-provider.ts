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

/** Numbers that blame the code: unknown, used up, too old, missing. */
const ofTheCode = [40029, 40163, 42003, 41008];
/** Numbers that blame who asks: app id, secret, address. */
const ofTheApp = [40001, 40013, 40125, 40164, 41002, 41004, 48001];

/** Where the person is sent: the page with a code to scan, or for other scopes the one inside of WeChat. */
function createWechatSignInUrl({ clientId, scope }: Provider, { redirectUri, state }: SignInOptions): string {
  const wanted = scope ?? 'snsapi_login';
  const url = new URL(`${pages}/connect/${wanted === 'snsapi_login' ? 'qrconnect' : 'oauth2/authorize'}`);
  url.search = new URLSearchParams({
    appid: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: wanted,
    state,
  }).toString();
  return `${url.href}#wechat_redirect`;
}

/** The account behind a code. Throws GrantRefused when the person has to sign in again, TrialFailed or OutboundError otherwise. */
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
  const said = parseJson(body);
  const number = getPath(said, 'errcode') ?? 0;
  if (number !== 0) {
    if (ofTheCode.includes(Number(number))) throw new GrantError(String(number));
    throw new ConnectionTestError(ofTheApp.includes(Number(number)) ? 'auth' : 'rejected', String(number).slice(0, 20));
  }
  // A page that is only looked at is given an account that is no one's.
  if (getPath(said, 'is_snapshotuser') === 1) throw new GrantError('snapshot');
  const [subject, unionId] = [getPath(said, 'openid'), getPath(said, 'unionid')];
  if (typeof subject !== 'string' || subject === '') throw new ConnectionTestError('answer', 'openid');
  return { subject, unionId: typeof unionId === 'string' && unionId !== '' ? unionId : null, name: null, email: null };
}

/** A failed call of a provider as an ApiError. */
function toApiError(error: unknown): unknown {
  if (error instanceof ConnectionTestError) return new ApiError('busy', { data: { upstream: error.problem } });
  if (error instanceof OutboundError) return new ApiError('busy', { data: { upstream: error.reason } });
  return error;
}

/** Where a person is sent to sign in; a mini program asks WeChat itself. */
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

const accountOf = (context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> =>
  provider.kind === 'oidc' ? fetchOidcAccount(context, provider, grant) : fetchWechatAccount(context, provider, grant);

/** The account behind what a person brought; throws GrantRefused when they have to sign in again. */
export async function callProvider(context: ProviderContext, provider: Provider, grant: Grant): Promise<Account> {
  try {
    return await accountOf(context, provider, grant);
  } catch (error) {
    throw toApiError(error);
  }
}

/** No provider ever gave this. */
const madeUp: Grant = {
  code: 'gantry-checks-its-secret',
  redirectUri: 'https://localhost/',
  nonce: 'gantry',
  codeVerifier: null,
};

/** Whether a provider knows us: it rejects a made-up code and nothing else. */
export function tryProvider(
  context: ProviderContext,
  provider: Provider,
): Promise<ConnectionTest & { code?: string | null }> {
  return runConnectionTest(async () => {
    try {
      await accountOf(context, provider, madeUp);
      return {};
    } catch (error) {
      if (error instanceof GrantError) return { code: error.reason };
      throw error;
    }
  });
}

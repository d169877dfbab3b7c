import { ApiError } from '@gantry/core';
import {
  type ConnectionTest,
  ConnectionTestError,
  OutboundError,
  runConnectionTest,
} from '../../../platform/outbound/index.ts';
import { type Account, type Grant, GrantError, type SignInOptions } from './account.ts';
import { createOidcSignInUrl, fetchOidcAccount } from './oidc.ts';
import type { Provider, ProviderContext } from './provider.ts';
import { createWechatSignInUrl, fetchWechatAccount } from './wechat.ts';

/** What went wrong on the way to a provider, as a refusal of our own. */
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

/** Whether a provider knows us: it refuses a made-up code and nothing else. */
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

import { ApiError, type Locale, localize } from '@gantry/core';
import type { ServiceContext, ServiceDeps } from '../../clients/service/service-context.ts';
import { type Account, type Grant, GrantError } from './account.ts';
import { callProvider } from './ask-provider.ts';
import { findEnabledProvider, openProvider, type Provider } from './provider.ts';

const rejected = { zh: '登录已失效，请重新登录', en: 'This sign-in has expired. Sign in again.' };

/** The provider that a service names, if it is enabled. */
export async function requireProvider({ database, keyring }: ServiceDeps, code: string): Promise<Provider> {
  const row = await findEnabledProvider(database.read, code);
  if (!row) throw new ApiError('notFound', { data: { provider: code } });
  return openProvider(keyring, row);
}

/** The account behind what a person brought back, in refusals of ours. */
export async function fetchAccount(
  { outbound }: ServiceDeps,
  provider: Provider,
  grant: Grant,
  locale: Locale,
): Promise<Account> {
  try {
    return await callProvider({ outbound }, provider, grant);
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw new ApiError('invalid', {
      errors: { code: [localize(rejected, locale)] },
      data: { reason: `grant.${error.reason}` },
    });
  }
}

type Given = { readonly [K in keyof Grant]?: Grant[K] | undefined } & Pick<Grant, 'code'>;

export const toGrant = ({ code, redirectUri = null, nonce = null, codeVerifier = null }: Given): Grant => ({
  code,
  redirectUri,
  nonce,
  codeVerifier,
});

/** What this key was answered, or null: what a person brought is good once, so that nobody is asked about it again. */
export async function answerOfBefore<T>({ write }: ServiceContext): Promise<T | null> {
  const unknown = new Error('not answered before');
  try {
    return await write<T>(() => Promise.reject(unknown));
  } catch (error) {
    if (error === unknown) return null;
    throw error;
  }
}

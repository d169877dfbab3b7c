import { Fault, type Locale, say } from '@gantry/core';
import { type Account, type Grant, GrantRefused } from '../../identities/account.ts';
import { askProvider } from '../../identities/ask-provider.ts';
import { enabledProvider, openProvider, type Provider } from '../../identities/provider.ts';
import type { ServiceContext, ServiceNeeds } from '../service-context.ts';

const refused = { zh: '登录已失效，请重新登录', en: 'This sign-in is no good any more; sign in again' };

/** The provider that a service names, if it is enabled. */
export async function providerOf({ database, keyring }: ServiceNeeds, code: string): Promise<Provider> {
  const row = await enabledProvider(database.read, code);
  if (!row) throw new Fault('notFound', { data: { provider: code } });
  return openProvider(keyring, row);
}

/** The account behind what a person brought back, in refusals of ours. */
export async function accountOf(
  { gate }: ServiceNeeds,
  provider: Provider,
  grant: Grant,
  locale: Locale,
): Promise<Account> {
  try {
    return await askProvider({ gate }, provider, grant);
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error;
    throw new Fault('invalid', { errors: { code: [say(refused, locale)] }, data: { reason: `grant.${error.reason}` } });
  }
}

type Given = { readonly [K in keyof Grant]?: Grant[K] | undefined } & Pick<Grant, 'code'>;

export const grantOf = ({ code, redirectUri = null, nonce = null, codeVerifier = null }: Given): Grant => ({
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

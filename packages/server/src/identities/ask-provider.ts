import { Fault } from '@gantry/core';
import { OutboundError, type Trial, TrialFailed, trial } from '../outbound/index.ts';
import { type Account, type Grant, GrantRefused, type Wish } from './account.ts';
import { oidcAccount, oidcAddress } from './oidc.ts';
import type { Asking, Provider } from './provider.ts';
import { wechatAccount, wechatAddress } from './wechat.ts';

/** What went wrong on the way to a provider, as a refusal of our own. */
function asFault(error: unknown): unknown {
  if (error instanceof TrialFailed) return new Fault('busy', { data: { upstream: error.problem } });
  if (error instanceof OutboundError) return new Fault('busy', { data: { upstream: error.reason } });
  return error;
}

/** Where a person is sent to sign in; a mini program asks WeChat itself. */
export async function signInAddress(asking: Asking, provider: Provider, wish: Wish): Promise<string> {
  if (provider.kind === 'wechatMini') throw new Fault('stateConflict', { data: { state: provider.kind } });
  if (provider.kind === 'wechat') return wechatAddress(provider, wish);
  try {
    return await oidcAddress(asking, provider, wish);
  } catch (error) {
    throw asFault(error);
  }
}

const accountOf = (asking: Asking, provider: Provider, grant: Grant): Promise<Account> =>
  provider.kind === 'oidc' ? oidcAccount(asking, provider, grant) : wechatAccount(asking, provider, grant);

/** The account behind what a person brought; throws GrantRefused when they have to sign in again. */
export async function askProvider(asking: Asking, provider: Provider, grant: Grant): Promise<Account> {
  try {
    return await accountOf(asking, provider, grant);
  } catch (error) {
    throw asFault(error);
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
export function tryProvider(asking: Asking, provider: Provider): Promise<Trial & { code?: string | null }> {
  return trial(async () => {
    try {
      await accountOf(asking, provider, madeUp);
      return {};
    } catch (error) {
      if (error instanceof GrantRefused) return { code: error.reason };
      throw error;
    }
  });
}

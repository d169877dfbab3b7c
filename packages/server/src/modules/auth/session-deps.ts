import type { Services } from '../../platform/context/context.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { type Captchas, createCaptchas, type HostedCaptchas } from './captcha/captcha.ts';
import { signInWidget } from './captcha/check-captcha.ts';
import { createPasswordHasher, type PasswordHasher } from './password/password-hash.ts';

/** Dependencies of sessions. */
export interface SessionDeps extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly hasher: PasswordHasher;
  readonly captchas: Captchas;
  readonly hosted: HostedCaptchas;
}

/** Creates the dependencies of sessions. Captchas use reserved connections, so that they work while other calls wait. */
export function createSessionDeps<Base extends Services & Pick<SessionDeps, 'keyring' | 'settings'> & WithOutbound>(
  base: Base,
): Base & SessionDeps {
  return {
    ...base,
    hasher: createPasswordHasher(),
    captchas: createCaptchas({ ...base, database: base.database.reserved }),
    hosted: signInWidget(base),
  };
}

interface WithOutbound {
  readonly outbound: OutboundClient;
}

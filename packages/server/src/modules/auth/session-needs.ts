import type { Services } from '../../platform/context/context.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Captchas, HostedCaptchas } from './captcha/captcha.ts';
import type { PasswordHasher } from './password/password-hash.ts';

/** What the session room needs of the others. */
export interface SessionDeps extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly hasher: PasswordHasher;
  readonly captchas: Captchas;
  readonly hosted: HostedCaptchas;
}

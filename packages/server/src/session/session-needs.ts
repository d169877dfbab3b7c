import type { Services } from '../context.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Captchas, HostedCaptchas } from './captcha.ts';
import type { PasswordHasher } from './password-hash.ts';

/** What the session room needs of the others. */
export interface SessionDeps extends Services {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly hasher: PasswordHasher;
  readonly captchas: Captchas;
  readonly hosted: HostedCaptchas;
}

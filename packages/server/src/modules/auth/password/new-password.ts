import { randomInt } from 'node:crypto';
import { ApiError, type Locale } from '@gantry/core';
import type { NewPassword } from '../admin-rows.ts';
import type { SessionDeps } from '../session-needs.ts';
import { passwordMinWithTwoFactor, validatePassword } from './password-policy.ts';

export interface PasswordOptions {
  readonly password: string;
  /** Field of the call, which a refusal is told under. */
  readonly field: string;
  readonly names: readonly string[];
  readonly twoFactor: boolean;
}

function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length;
}

/** A password that the policy lets through, hashed; a refusal is a field error. */
export async function acceptPassword(
  deps: Pick<SessionDeps, 'settings' | 'hasher'>,
  locale: Locale,
  options: PasswordOptions,
): Promise<NewPassword> {
  const { passwordMin } = await deps.settings.read('system', 'loginSecurity');
  const min = options.twoFactor ? Math.min(passwordMin, passwordMinWithTwoFactor) : passwordMin;
  const rejection = validatePassword(options.password, { min, names: options.names }, locale);
  if (rejection !== null) throw new ApiError('invalid', { errors: { [options.field]: [rejection] } });
  return { hash: await deps.hasher.hash(options.password), length: lengthOf(options.password) };
}

/** Letters and digits that are told apart on paper. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A password for one sign-in: 24 random characters in groups, about 137 bits. */
export function generateTemporaryPassword(): string {
  const group = () => Array.from({ length: 6 }, () => legible[randomInt(legible.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

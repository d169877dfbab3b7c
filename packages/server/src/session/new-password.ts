import { randomInt } from 'node:crypto';
import { Fault, type Locale } from '@gantry/core';
import type { NewPassword } from './admin-rows.ts';
import { passwordMinWithTwoFactor, refusePassword } from './password-policy.ts';
import type { SessionNeeds } from './session-needs.ts';

export interface PasswordWish {
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
  needs: Pick<SessionNeeds, 'settings' | 'hasher'>,
  locale: Locale,
  wish: PasswordWish,
): Promise<NewPassword> {
  const { passwordMin } = await needs.settings.read('system', 'loginSecurity');
  const min = wish.twoFactor ? Math.min(passwordMin, passwordMinWithTwoFactor) : passwordMin;
  const refusal = refusePassword(wish.password, { min, names: wish.names }, locale);
  if (refusal !== null) throw new Fault('invalid', { errors: { [wish.field]: [refusal] } });
  return { hash: await needs.hasher.hash(wish.password), length: lengthOf(wish.password) };
}

/** Letters and digits that are told apart on paper. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A password for one sign-in: 24 random characters in groups, about 137 bits. */
export function temporaryPassword(): string {
  const group = () => Array.from({ length: 6 }, () => legible[randomInt(legible.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

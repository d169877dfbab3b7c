import { ApiError, type CodePurpose, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { RegisterTerms } from '../../rewards/registration/register-terms.ts';
import { tryCode, useUp } from './verification-codes.ts';

const words = {
  missing: { zh: '请填写验证码', en: 'Type the code that was sent' },
  wrong: { zh: '验证码不正确', en: 'That is not the code' },
  gone: { zh: '验证码已失效，请重新获取', en: 'This code has expired. Request a new one.' },
} as const satisfies Record<string, LocalizedText>;

/** An address and a number with the codes that came for them; null for what was not given. */
export interface Contacts {
  readonly email: string | null;
  readonly emailCode: string | null;
  readonly phone: string | null;
  readonly phoneCode: string | null;
}

export interface CodeRejection {
  readonly field: 'emailCode' | 'phoneCode';
  readonly reason: keyof typeof words;
}

/**
 * Looks at the codes of contacts: each that was given, and each that the settings want. Gives the first refusal, which the
 * caller's transaction must keep, since a try was counted; null when all were right, and then they are used up.
 */
export async function rejectCodes(
  scope: TxContext,
  contacts: Contacts,
  purpose: CodePurpose,
  { emailVerify, phoneVerify }: Pick<RegisterTerms, 'emailVerify' | 'phoneVerify'>,
  keyring: Pick<Keyring, 'mac'>,
): Promise<CodeRejection | null> {
  const wanted = [
    { channel: 'email', field: 'emailCode', isWanted: emailVerify },
    { channel: 'phone', field: 'phoneCode', isWanted: phoneVerify },
  ] as const;
  const right: number[] = [];
  for (const { channel, field, isWanted } of wanted) {
    const [address, code] = [contacts[channel], contacts[field]];
    if (address === null || (code === null && !isWanted)) continue;
    if (code === null) return { field, reason: 'missing' };
    const { reason, id } = await tryCode(scope, { channel, address, purpose }, code, keyring);
    if (reason !== 'right') return { field, reason };
    right.push(id);
  }
  await useUp(scope, right);
  return null;
}

/** A refusal in the caller's words. */
export function createCodeError({ field, reason }: CodeRejection, locale: Locale): ApiError {
  return new ApiError('invalid', {
    errors: { [field]: [localize(words[reason], locale)] },
    data: { reason: `code.${reason}` },
  });
}

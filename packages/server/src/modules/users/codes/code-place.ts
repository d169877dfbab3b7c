import { ApiError, type CodePurpose, type Locale, localize } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { fold } from '../../../platform/store/search/fold.ts';
import { sameMailbox } from '../../rewards/same-mailbox.ts';

/** Where a code goes, and what it is good for. */
export interface CodePlace {
  readonly channel: 'phone' | 'email';
  readonly address: string;
  readonly purpose: CodePurpose;
}

const oneOfThem = {
  zh: '手机号与邮箱只给其中一个',
  en: 'give a phone number or an email address, one of them',
} as const;

/** The place that a call names; throws `invalid` for one that names none, or two. */
export function toCodePlace(
  { phone, email }: { readonly phone?: string | undefined; readonly email?: string | undefined },
  purpose: CodePurpose,
  locale: Locale,
): CodePlace {
  if (phone !== undefined && email === undefined) return { channel: 'phone', address: phone, purpose };
  if (email !== undefined && phone === undefined) return { channel: 'email', address: email, purpose };
  const words = localize(oneOfThem, locale);
  throw new ApiError('invalid', { errors: { phone: [words], email: [words] } });
}

/** What tells a place from others without naming it. */
export function getSubject({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, fold(address));
}

/** The same for the ways to write one mailbox: limits count all of them. */
export function getCountedSubject({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, channel === 'email' ? sameMailbox(address) : address);
}

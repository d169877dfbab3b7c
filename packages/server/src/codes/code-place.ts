import type { CodePurpose } from '@gantry/core';
import { sameEmail } from '../rewards/register-rules.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { fold } from '../store/search/fold.ts';

/** Where a code goes, and what it is good for. */
export interface CodePlace {
  readonly channel: 'phone' | 'email';
  readonly address: string;
  readonly purpose: CodePurpose;
}

/** The place that a call names. */
export function placeOf(
  given: { readonly phone: string } | { readonly email: string },
  purpose: CodePurpose,
): CodePlace {
  return 'phone' in given
    ? { channel: 'phone', address: given.phone, purpose }
    : { channel: 'email', address: given.email, purpose };
}

/** What tells a place from others without naming it. */
export function subjectOf({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, fold(address));
}

/** The same for the ways to write one mailbox: limits count all of them. */
export function countedSubject({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, channel === 'email' ? sameEmail(address) : address);
}

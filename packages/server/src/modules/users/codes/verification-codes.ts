import { timingSafeEqual } from 'node:crypto';
import { ApiError, type CodePurpose, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Database } from '../../../platform/store/database.ts';
import { fold } from '../../../platform/store/search/words.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type RegisterTerms, sameMailbox } from '../../rewards/index.ts';

/** Where a code goes, and what it is good for. */
export interface CodePlace {
  readonly channel: 'phone' | 'email';
  readonly address: string;
  readonly purpose: CodePurpose;
}

const oneOfThem = {
  zh: '手机号与邮箱只给其中一个',
  en: 'specify either a phone number or an email address',
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
function getSubject({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, fold(address));
}

/** The same for the ways to write one mailbox: limits count all of them. */
export function getCountedSubject({ channel, address }: CodePlace, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, channel === 'email' ? sameMailbox(address) : address);
}

export const codeMinutes = 5;
const maxAttempts = 5;
const lifetime = codeMinutes * 60_000;

type Keys = Pick<Keyring, 'mac'>;

/** What is kept of a code; it differs for equal codes. */
function macOf(place: CodePlace, code: string, expiresAt: number, keyring: Keys): string {
  const { channel, purpose } = place;
  return keyring.mac('session', 'code', channel, purpose, getSubject(place, keyring), String(expiresAt), code);
}

export interface StoredCode {
  readonly id: number;
  /** UTC ms. */
  readonly expiresAt: number;
}

/** Keeps a new code; the one before it for the same place and purpose is gone. */
export async function keepCode(
  { tx, at }: TxContext,
  place: CodePlace,
  code: string,
  keyring: Keys,
): Promise<StoredCode> {
  const { channel, purpose } = place;
  const key = { channel, purpose, subject: getSubject(place, keyring) };
  const fresh = freshCells(place, code, at, keyring);
  const older = tx.deleteFrom('verification_codes').where('subject', '=', key.subject);
  await older.where('purpose', '=', purpose).where('channel', '=', channel).execute();
  const { id } = await tx
    .insertInto('verification_codes')
    .values({ ...key, ...fresh })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, expiresAt: fresh.expires_at };
}

function freshCells(place: CodePlace, code: string, at: number, keyring: Keys) {
  const expiresAt = at + lifetime;
  const code_mac = macOf(place, code, expiresAt, keyring);
  return { code_mac, state: 'sent', tries: 0, expires_at: expiresAt, created_at: at };
}

/** Puts a new code in the place of one that is known not to have left; null for any other. */
export async function renewFailed(
  { tx, at }: TxContext,
  id: number,
  place: CodePlace,
  code: string,
  keyring: Keys,
): Promise<StoredCode | null> {
  const fresh = freshCells(place, code, at, keyring);
  const renewed = await tx
    .updateTable('verification_codes')
    .set(fresh)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return renewed ? { id, expiresAt: fresh.expires_at } : null;
}

export interface Judged {
  readonly reason: 'right' | 'wrong' | 'gone';
  readonly triesLeft: number;
  /** Of the row, to use it up. */
  readonly id: number;
}

/** Counts a try and says what it is worth. The caller's transaction must be kept even for a wrong one. */
export async function tryCode({ tx, at }: TxContext, place: CodePlace, code: string, keyring: Keys): Promise<Judged> {
  const row = await tx
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('subject', '=', getSubject(place, keyring))
    .where('purpose', '=', place.purpose)
    .where('channel', '=', place.channel)
    .where('state', '=', 'sent')
    .where('expires_at', '>', at)
    .where('tries', '<', maxAttempts)
    .returningAll()
    .executeTakeFirst();
  if (!row) return { reason: 'gone', triesLeft: 0, id: 0 };
  const wanted = Buffer.from(row.code_mac, 'hex');
  const given = Buffer.from(macOf(place, code, row.expires_at, keyring), 'hex');
  const reason = wanted.length === given.length && timingSafeEqual(wanted, given) ? 'right' : 'wrong';
  return { reason, triesLeft: maxAttempts - row.tries, id: row.id };
}

/** A code that was right is good for nothing more. */
export async function useUp({ tx }: TxContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('verification_codes')
      .where('id', 'in', [...ids])
      .execute();
}

/** What could not be sent is no code. */
export async function markFailed({ tx }: TxContext, id: number): Promise<void> {
  await tx.updateTable('verification_codes').set({ state: 'failed' }).where('id', '=', id).execute();
}

/** Forgets codes that are too old to be good for anything. */
export async function pruneCodes(database: Database, at: number): Promise<void> {
  await database.transaction((tx) => tx.deleteFrom('verification_codes').where('expires_at', '<=', at).execute());
}

const words = {
  missing: { zh: '请填写验证码', en: 'Enter the code that was sent.' },
  wrong: { zh: '验证码不正确', en: 'Incorrect code.' },
  gone: { zh: '验证码已失效，请重新获取', en: 'This code has expired. Request a new one.' },
} as const satisfies Record<string, LocalizedText>;

/** An address and a number with the codes that came for them; null for what was not given. */
interface Contacts {
  readonly email: string | null;
  readonly emailCode: string | null;
  readonly phone: string | null;
  readonly phoneCode: string | null;
}

interface CodeRejection {
  readonly field: 'emailCode' | 'phoneCode';
  readonly reason: keyof typeof words;
}

/**
 * Looks at the codes of contacts: each that was given, and each that the settings want. Gives the first rejection, which the
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

/** An error in the caller's language. */
export function createCodeError({ field, reason }: CodeRejection, locale: Locale): ApiError {
  return new ApiError('invalid', {
    errors: { [field]: [localize(words[reason], locale)] },
    data: { reason: `code.${reason}` },
  });
}

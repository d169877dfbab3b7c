import { timingSafeEqual } from 'node:crypto';
import { ApiError, type CodePurpose, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Database } from '../../../platform/store/database.ts';
import { fold } from '../../../platform/store/search/words.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type RegisterTerms, sameMailbox } from '../../rewards/index.ts';

/** Where a code is sent, and what it is valid for. */
export interface CodeTarget {
  readonly channel: 'phone' | 'email';
  readonly address: string;
  readonly purpose: CodePurpose;
}

const oneOfThem = {
  zh: '手机号与邮箱只给其中一个',
  en: 'specify either a phone number or an email address',
} as const;

/** Returns the recipient that a call gives; throws `invalid` for none or two. */
export function toCodeTarget(
  { phone, email }: { readonly phone?: string | undefined; readonly email?: string | undefined },
  purpose: CodePurpose,
  locale: Locale,
): CodeTarget {
  if (phone !== undefined && email === undefined) return { channel: 'phone', address: phone, purpose };
  if (email !== undefined && phone === undefined) return { channel: 'email', address: email, purpose };
  const words = localize(oneOfThem, locale);
  throw new ApiError('invalid', { errors: { phone: [words], email: [words] } });
}

/** The keyed hash of the recipient, which allows comparison without storing it. */
function getSubject({ channel, address }: CodeTarget, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, fold(address));
}

/** The hash for limits: all spellings of one mailbox count together. */
export function getCountedSubject({ channel, address }: CodeTarget, keyring: Pick<Keyring, 'mac'>): string {
  return keyring.mac('search', 'code', channel, channel === 'email' ? sameMailbox(address) : address);
}

export const codeMinutes = 5;
const maxAttempts = 5;
const lifetimeMs = codeMinutes * 60_000;

type Keys = Pick<Keyring, 'mac'>;

/** The stored form of a code; equal codes have different forms. */
function computeMac(target: CodeTarget, code: string, expiresAt: number, keyring: Keys): string {
  const { channel, purpose } = target;
  return keyring.mac('session', 'code', channel, purpose, getSubject(target, keyring), String(expiresAt), code);
}

export interface StoredCode {
  readonly id: number;
  /** UTC ms. */
  readonly expiresAt: number;
}

/** Stores a new code and deletes the previous one for the same recipient and purpose. */
export async function storeCode(
  { tx, at }: TxContext,
  target: CodeTarget,
  code: string,
  keyring: Keys,
): Promise<StoredCode> {
  const { channel, purpose } = target;
  const key = { channel, purpose, subject: getSubject(target, keyring) };
  const cells = toNewCells(target, code, at, keyring);
  const older = tx.deleteFrom('verification_codes').where('subject', '=', key.subject);
  await older.where('purpose', '=', purpose).where('channel', '=', channel).execute();
  const { id } = await tx
    .insertInto('verification_codes')
    .values({ ...key, ...cells })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, expiresAt: cells.expires_at };
}

function toNewCells(target: CodeTarget, code: string, at: number, keyring: Keys) {
  const expiresAt = at + lifetimeMs;
  const code_mac = computeMac(target, code, expiresAt, keyring);
  return { code_mac, state: 'sent', tries: 0, expires_at: expiresAt, created_at: at };
}

/** Replaces a code that is known to have failed to send; returns null for any other code. */
export async function replaceFailedCode(
  { tx, at }: TxContext,
  id: number,
  target: CodeTarget,
  code: string,
  keyring: Keys,
): Promise<StoredCode | null> {
  const cells = toNewCells(target, code, at, keyring);
  const renewed = await tx
    .updateTable('verification_codes')
    .set(cells)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return renewed ? { id, expiresAt: cells.expires_at } : null;
}

export interface CodeCheck {
  readonly reason: 'right' | 'wrong' | 'gone';
  readonly triesLeft: number;
  /** ID of the row, for `deleteUsedCodes`. */
  readonly id: number;
}

/** Counts an attempt and returns its result. The caller must commit the transaction even for a wrong code. */
export async function checkCode(
  { tx, at }: TxContext,
  target: CodeTarget,
  code: string,
  keyring: Keys,
): Promise<CodeCheck> {
  const row = await tx
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('subject', '=', getSubject(target, keyring))
    .where('purpose', '=', target.purpose)
    .where('channel', '=', target.channel)
    .where('state', '=', 'sent')
    .where('expires_at', '>', at)
    .where('tries', '<', maxAttempts)
    .returningAll()
    .executeTakeFirst();
  if (!row) return { reason: 'gone', triesLeft: 0, id: 0 };
  const expected = Buffer.from(row.code_mac, 'hex');
  const received = Buffer.from(computeMac(target, code, row.expires_at, keyring), 'hex');
  const reason = expected.length === received.length && timingSafeEqual(expected, received) ? 'right' : 'wrong';
  return { reason, triesLeft: maxAttempts - row.tries, id: row.id };
}

/** Deletes verified codes, so that each is valid once. */
export async function deleteUsedCodes({ tx }: TxContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('verification_codes')
      .where('id', 'in', [...ids])
      .execute();
}

/** Marks a code that could not be sent. */
export async function markFailed({ tx }: TxContext, id: number): Promise<void> {
  await tx.updateTable('verification_codes').set({ state: 'failed' }).where('id', '=', id).execute();
}

/** Deletes expired codes. */
export async function pruneCodes(database: Database, at: number): Promise<void> {
  await database.transaction((tx) => tx.deleteFrom('verification_codes').where('expires_at', '<=', at).execute());
}

const words = {
  missing: { zh: '请填写验证码', en: 'Enter the code that was sent.' },
  wrong: { zh: '验证码不正确', en: 'Incorrect code.' },
  gone: { zh: '验证码已失效，请重新获取', en: 'This code has expired. Request a new one.' },
} as const satisfies Record<string, LocalizedText>;

/** An email address and a phone number with their codes; null for each that was not given. */
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
 * Verifies the codes of contacts: each that was given, and each that the settings require. Returns the first rejection, whose
 * transaction the caller must commit, since an attempt was counted. Returns null when all codes were correct; they are then used
 * up.
 */
export async function rejectCodes(
  scope: TxContext,
  contacts: Contacts,
  purpose: CodePurpose,
  { emailVerify, phoneVerify }: Pick<RegisterTerms, 'emailVerify' | 'phoneVerify'>,
  keyring: Pick<Keyring, 'mac'>,
): Promise<CodeRejection | null> {
  const expected = [
    { channel: 'email', field: 'emailCode', isWanted: emailVerify },
    { channel: 'phone', field: 'phoneCode', isWanted: phoneVerify },
  ] as const;
  const right: number[] = [];
  for (const { channel, field, isWanted } of expected) {
    const [address, code] = [contacts[channel], contacts[field]];
    if (address === null || (code === null && !isWanted)) continue;
    if (code === null) return { field, reason: 'missing' };
    const { reason, id } = await checkCode(scope, { channel, address, purpose }, code, keyring);
    if (reason !== 'right') return { field, reason };
    right.push(id);
  }
  await deleteUsedCodes(scope, right);
  return null;
}

/** An error in the caller's language. */
export function createCodeError({ field, reason }: CodeRejection, locale: Locale): ApiError {
  return new ApiError('invalid', {
    errors: { [field]: [localize(words[reason], locale)] },
    data: { reason: `code.${reason}` },
  });
}

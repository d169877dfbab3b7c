import { timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Database } from '../../../platform/store/database.ts';
import type { TxContext } from '../../ledger/posting.ts';
import { type CodePlace, getSubject } from './code-place.ts';

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
  return { id: Number(id), expiresAt: fresh.expires_at };
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
  const wanted = Buffer.from(String(row.code_mac), 'hex');
  const given = Buffer.from(macOf(place, code, Number(row.expires_at), keyring), 'hex');
  const reason = wanted.length === given.length && timingSafeEqual(wanted, given) ? 'right' : 'wrong';
  return { reason, triesLeft: maxAttempts - Number(row.tries), id: Number(row.id) };
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

import { ApiError, signatureWindow } from '@gantry/core';
import type { Database, Reader } from '../../../platform/store/database.ts';

/** What a signed call is known by. */
interface SignedOnce {
  readonly clientId: number;
  readonly nonce: string;
  /** UTC ms. */
  readonly time: number;
}

const replayed = () => new ApiError('signInNeeded', { data: { state: 'replayed' } });

/**
 * Refuses a time out of the window, and a nonce that was taken before. A clock goes wrong more often than anybody forges a time: its
 * owner is told ours. A backup that was put back knows no nonce of after it was made: what was signed before is refused by its time.
 */
export async function assertNewNonce(read: Reader, { clientId, nonce, time }: SignedOnce, now: number): Promise<void> {
  if (Math.abs(now - time) > signatureWindow) throw new ApiError('signInNeeded', { data: { state: 'clock', now } });
  const { restored_at: restoredAt } = await read
    .selectFrom('session_epochs')
    .select('restored_at')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  if (time <= Number(restoredAt)) throw new ApiError('signInNeeded', { data: { state: 'clock', now } });
  const known = read.selectFrom('service_nonces').select('nonce').where('client_id', '=', clientId);
  if (await known.where('nonce', '=', nonce).executeTakeFirst()) throw replayed();
}

/**
 * Takes a nonce for its client, in every server process: who sends the same signed call again is refused. Once its time is out of
 * the window the time alone refuses it, and the nonce may be forgotten.
 */
export async function takeNonce(database: Database, { clientId, nonce, time }: SignedOnce): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await database.transaction((tx) =>
    tx
      .insertInto('service_nonces')
      .values({ client_id: clientId, nonce, expires_at: time + signatureWindow })
      .onConflict((conflict) => conflict.columns(['client_id', 'nonce']).doNothing())
      .executeTakeFirstOrThrow(),
  );
  if (numInsertedOrUpdatedRows === 0n) throw replayed();
}

/** Forgets nonces that nothing could be signed with any more. Gives how many. */
export async function purgeNonces(database: Database, now: number): Promise<number> {
  const { numDeletedRows } = await database.transaction((tx) =>
    tx.deleteFrom('service_nonces').where('expires_at', '<', now).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

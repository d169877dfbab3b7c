import { Fault, signatureWindow } from '@gantry/core';
import type { Database } from '../store/database.ts';

/**
 * Takes a nonce for its client, in every server process: who sends the same signed call again is refused. Once its time is out of
 * the window the time alone refuses it, and the nonce may be forgotten.
 */
export async function takeNonce(
  database: Database,
  { clientId, nonce, time }: { readonly clientId: number; readonly nonce: string; readonly time: number },
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await database.transaction((tx) =>
    tx
      .insertInto('service_nonces')
      .values({ client_id: clientId, nonce, expires_at: time + signatureWindow })
      .onConflict((conflict) => conflict.columns(['client_id', 'nonce']).doNothing())
      .executeTakeFirstOrThrow(),
  );
  if (numInsertedOrUpdatedRows === 0n) throw new Fault('signInNeeded', { data: { state: 'replayed' } });
}

/** Forgets nonces that nothing could be signed with any more. Gives how many. */
export async function purgeNonces(database: Database, now: number): Promise<number> {
  const { numDeletedRows } = await database.transaction((tx) =>
    tx.deleteFrom('service_nonces').where('expires_at', '<', now).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

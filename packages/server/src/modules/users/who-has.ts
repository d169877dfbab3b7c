import type { Tx } from '../../platform/store/database.ts';
import { fold } from '../../platform/store/search/fold.ts';
import type { CodePlace } from './codes/code-place.ts';

/** The id of who has an address or a number; null when nobody does. */
export async function findHolderId(
  tx: Tx,
  { channel, address }: Pick<CodePlace, 'channel' | 'address'>,
): Promise<number | null> {
  const [column, value] = channel === 'phone' ? ['phone', address] : ['email_key', fold(address)];
  const row = await tx.selectFrom('users').select('id').where(column, '=', value).executeTakeFirst();
  return row ? Number(row.id) : null;
}

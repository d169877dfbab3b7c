import { ApiError } from '@gantry/core';
import type { Reader } from '../../../platform/store/database.ts';

/** When somebody of the platform came, UTC ms. Refuses an id of nobody, and of who was forgotten. */
export async function getRegisteredAt(reads: Reader, userId: number): Promise<number> {
  const row = await reads
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return Number(row.created_at);
}

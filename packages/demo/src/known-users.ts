import type { Reader } from '../../server/src/platform/store/database.ts';
import type { Stage } from './stage.ts';

/** A user of the platform, there since a moment. */
export interface KnownUser {
  readonly id: number;
  /** UTC ms. */
  readonly since: number;
}

/** All users, the earliest first. */
export async function readUsers(read: Reader): Promise<KnownUser[]> {
  const rows = await read
    .selectFrom('users')
    .select(['id', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at }) => ({ id: id, since: created_at }));
}

export async function readUserIds({ foundation }: Stage): Promise<number[]> {
  return (await readUsers(foundation.database.read)).map(({ id }) => id);
}

/** Someone for a number that was drawn, whatever it is. */
export function userAt(ids: readonly number[], drawn: number): number {
  const id = ids[drawn % ids.length];
  if (id === undefined) throw new RangeError('there is no user yet');
  return id;
}

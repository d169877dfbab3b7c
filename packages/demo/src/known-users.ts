import type { Reader } from '../../server/src/platform/store/database.ts';
import type { Stage } from './stage.ts';

/** A user of the platform, registered at `since`. */
export interface KnownUser {
  readonly id: number;
  /** UTC ms. */
  readonly since: number;
}

/** All users, earliest first. */
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

/** Maps a random number of any size to a user. */
export function userAt(ids: readonly number[], drawn: number): number {
  const id = ids[drawn % ids.length];
  if (id === undefined) throw new RangeError('there is no user yet');
  return id;
}

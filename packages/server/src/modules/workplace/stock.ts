import type { Database } from '../../platform/store/database.ts';

/** Returns the time of the newest completed backup in UTC ms; null when there is none. */
export async function findNewestBackup({ read }: Database): Promise<number | null> {
  const row = await read
    .selectFrom('backups')
    .select('finished_at')
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.finished_at ?? null;
}

/** Counts images that nothing refers to. */
export async function countOrphans({ read }: Database): Promise<number> {
  const row = await read
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orphaned_at', '>=', 0)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns when the first admin was created, in UTC ms; null when there is none. No backup could have been created earlier. */
export async function findFirstDay({ read }: Database): Promise<number | null> {
  const row = await read.selectFrom('admins').select('created_at').orderBy('id').limit(1).executeTakeFirst();
  return row ? row.created_at : null;
}

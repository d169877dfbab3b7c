import type { Database } from '../../platform/store/database.ts';

/** UTC ms of the newest backup that is ready; null when there is none. */
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

/** Images that nothing refers to. */
export async function countOrphans({ read }: Database): Promise<number> {
  const row = await read
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orphaned_at', '>=', 0)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Since when there is an admin who could have taken a backup, in UTC ms; null before. */
export async function findFirstDay({ read }: Database): Promise<number | null> {
  const row = await read.selectFrom('admins').select('created_at').orderBy('id').limit(1).executeTakeFirst();
  return row ? row.created_at : null;
}

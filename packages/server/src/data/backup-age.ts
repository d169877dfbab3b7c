import type { Services } from '../context.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';

export interface BackupAge {
  /** UTC ms of the newest backup that is ready; null when there is none. */
  readonly newestAt: number | null;
  /** Whether there is none, or none that is new enough by the settings. */
  readonly isTooOld: boolean;
}

/** How old the newest backup is. */
export async function backupAge({
  database,
  clock,
  settings,
}: Pick<Services, 'database' | 'clock'> & { readonly settings: SettingsReader }): Promise<BackupAge> {
  const { warnDays } = await settings.read('data', 'backups');
  const row = await database.read
    .selectFrom('backups')
    .select('finished_at')
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const newestAt = row ? Number(row.finished_at) : null;
  return { newestAt, isTooOld: newestAt === null || newestAt < clock() - warnDays * 86_400_000 };
}

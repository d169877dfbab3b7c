import type { Migration } from './migration.ts';

/** Since when a backup has a copy on another system, and why it has none. */
export const outsideBackupsMigration: Migration = {
  id: '0065-outside-backups',
  statements: ['alter table backups add column copied_at bigint', 'alter table backups add column copy_problem text'],
};

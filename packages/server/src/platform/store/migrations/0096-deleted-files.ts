import type { Migration } from './migration.ts';

/** The files of a work may go while its record stays, which says since when. */
export const deletedFilesMigration: Migration = {
  id: '0096-deleted-files',
  statements: ['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks'].map(
    (table) => `alter table "${table}" add column "files_deleted_at" bigint`,
  ),
};

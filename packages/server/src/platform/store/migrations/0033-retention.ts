import type { Migration } from './migration.ts';

/** How far back the records of a sum still are: days before were deleted, and their sums are all that is left of them. */
export const retentionMigration: Migration = {
  id: '0033-retention',
  statements: [
    `create table retention_marks (
      name text primary key,
      kept_from text not null
    )`,
  ],
};

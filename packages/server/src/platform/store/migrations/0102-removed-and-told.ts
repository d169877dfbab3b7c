import type { Migration } from './migration.ts';

/**
 * Messages of a session may be deleted one by one, and their numbers are not given again. How the calls with each key went in a
 * day is read from an index alone, which counts those of a minute too.
 */
export const removedAndReportedMigration: Migration = {
  id: '0102-removed-and-told',
  statements: [
    'alter table "chat_sessions" add column "removed_messages" bigint not null default 0',
    'create index "key_leases_told" on "key_leases" ("key_id", "created_at", "outcome")',
    'drop index "key_leases_minute"',
  ],
};

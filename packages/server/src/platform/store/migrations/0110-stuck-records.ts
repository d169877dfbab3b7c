import type { Migration } from './migration.ts';

/** Records that a round could not deal with: why, how often, and when each is tried again, so that none holds up the others. */
export const stalledRecordsMigration: Migration = {
  id: '0110-stuck-records',
  statements: [
    `create table "stuck_records" (
  {id},
  "work" text not null,
  "record_id" bigint not null,
  "tries" bigint not null,
  "why" text not null,
  "retry_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null
)`,
    'create unique index "stuck_records_record_unique" on "stuck_records" ("work", "record_id")',
  ],
};

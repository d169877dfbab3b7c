import type { Migration } from './migration.ts';

/** What a record that people change has beside its own columns. */
const base = `"version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint`;

/** Data management: what there is, work in the background, backups, files that nothing refers to, matters told by mail. */
export const dataMigration: Migration = {
  id: '0032-data',
  statements: [
    `create table "datasets" (
      {id},
      "name" text not null,
      "content" text not null,
      "rows" bigint,
      "bytes" bigint,
      "oldest_at" bigint,
      "retention_days" bigint,
      "expired" bigint,
      "measured_at" bigint,
      ${base}
    )`,
    'create unique index "datasets_name_unique" on "datasets" ("name")',
    'create index "datasets_created_at" on "datasets" ("created_at", "id")',
    'create index "datasets_rows" on "datasets" ("rows", "id")',
    'create index "datasets_bytes" on "datasets" ("bytes", "id")',
    '{search datasets}',
    `create table "background_jobs" (
      {id},
      "kind" text not null,
      "status" text not null,
      "stage" text,
      "done" bigint not null,
      "total" bigint,
      "params" text not null,
      "result" text,
      "error" text,
      "attempts" bigint not null,
      "lease_owner" text,
      "lease_until" bigint,
      "started_at" bigint,
      "finished_at" bigint,
      ${base}
    )`,
    'create index "background_jobs_created_at" on "background_jobs" ("created_at", "id")',
    'create index "background_jobs_status" on "background_jobs" ("status", "id")',
    'create index "background_jobs_kind" on "background_jobs" ("kind", "id")',
    `create table "backups" (
      {id},
      "name" text not null,
      "kind" text not null,
      "engine" text not null,
      "status" text not null,
      "size" bigint,
      "sha256" text,
      "record_count" bigint,
      "migration" text,
      "finished_at" bigint,
      "verified_at" bigint,
      "expires_at" bigint,
      "problem" text,
      ${base}
    )`,
    'create unique index "backups_name_unique" on "backups" ("name")',
    'create index "backups_created_at" on "backups" ("created_at", "id")',
    'create index "backups_status" on "backups" ("status", "id")',
    '{search backups}',
    // Null while something refers to the file, else since when nothing does.
    'alter table files add column orphaned_at bigint',
    // Where the bytes are; in the database itself for all that is there.
    `alter table files add column store text not null default 'database'`,
    'create index files_created_at on files (created_at, id)',
    'create index files_orphaned_at on files (orphaned_at, id)',
    'alter table notifications add column mailed_at bigint',
  ],
};

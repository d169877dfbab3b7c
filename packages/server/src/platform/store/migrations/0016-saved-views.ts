import type { Migration } from './migration.ts';

/** Lists under a name, the one that each person's list opens with, and what a call left in the audit log. */
export const savedViewsMigration: Migration = {
  id: '0016-saved-views',
  statements: [
    `create table "saved_views" (
      {id},
      "owner_id" bigint not null,
      "resource" text not null,
      "name" text not null,
      "audience" text not null,
      "query" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "deleted_at" bigint
    )`,
    'create index "saved_views_resource" on "saved_views" ("resource", "owner_id", "id")',
    `create table "view_defaults" (
      "admin_id" bigint not null,
      "resource" text not null,
      "view_id" bigint not null references "saved_views" ("id") on delete cascade,
      primary key ("admin_id", "resource")
    )`,
    // The entries of the audit log that a call wrote: whoever has its key can take it back.
    'alter table "idempotency_keys" add column "audit_from" bigint',
    'alter table "idempotency_keys" add column "audit_count" bigint',
  ],
};

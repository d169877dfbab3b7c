import type { Migration } from './migration.ts';

export const frontMigration: Migration = {
  id: '0027-front',
  statements: [
    `create table "front_versions" (
      {id},
      "name" text not null,
      "no" bigint not null,
      "note" text,
      "content" text,
      "active_at" bigint,
      "status" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "front_versions_name_unique" on "front_versions" ("name")',
    // The database itself sees to it that one version is in force, whoever publishes at the same moment.
    `create unique index "front_versions_one_active" on "front_versions" ("status") where "status" = 'active'`,
    'create index "front_versions_created_at" on "front_versions" ("created_at", "id")',
    'create index "front_versions_status" on "front_versions" ("status", "id")',
    '{search front_versions}',
  ],
};

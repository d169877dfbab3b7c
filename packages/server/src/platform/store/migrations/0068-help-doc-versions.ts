import type { Migration } from './migration.ts';

/** Help docs are planned, are published as versions to go back to, and say that their English is missing. */
export const helpDocVersionsMigration: Migration = {
  id: '0068-help-doc-versions',
  statements: [
    'alter table "help_docs" add column "untranslated" integer not null default 0',
    `update "help_docs" set "untranslated" = 1
      where coalesce("title_en", '') = '' or coalesce("content_en", '') = ''`,
    'alter table "help_docs" add column "publish_at" bigint',
    'alter table "help_docs" add column "published_version" bigint',
    'create index "help_docs_untranslated_sort" on "help_docs" ("untranslated", "sort" {nullsFirst}, "id")',
    `create table "help_doc_versions" (
      {id}, "owner_id" bigint not null references "help_docs" ("id"), "no" bigint not null, "note" text,
      "publisher" text, "content" text, "created_at" bigint not null
    )`,
    'create unique index "help_doc_versions_owner_id_no_unique" on "help_doc_versions" ("owner_id", "no")',
    'create index "help_doc_versions_created_at" on "help_doc_versions" ("created_at", "id")',
    'create index "help_doc_versions_owner_id" on "help_doc_versions" ("owner_id", "id")',
  ],
};

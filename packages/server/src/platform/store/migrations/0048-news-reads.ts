import type { Migration } from './migration.ts';

/** Who has read announcements, and what people say of help docs. What is counted outlives a record that comes back. */
export const newsReadsMigration: Migration = {
  id: '0048-news-reads',
  statements: [
    `alter table "notices" add column "popup_frequency" text not null default 'once'`,
    'alter table "notices" add column "read_count" bigint not null default 0',
    'alter table "help_docs" add column "view_count" bigint not null default 0',
    'alter table "help_docs" add column "helpful" bigint not null default 0',
    'alter table "help_docs" add column "unhelpful" bigint not null default 0',
    `create table "notice_reads" (
      {id},
      "notice_id" bigint not null,
      "user_id" bigint not null references "users" ("id"),
      "created_at" bigint not null
    )`,
    'create unique index "notice_reads_person" on "notice_reads" ("notice_id", "user_id")',
    'create index "notice_reads_user_id" on "notice_reads" ("user_id", "id")',
    `create table "doc_votes" (
      {id},
      "doc_id" bigint not null,
      "user_id" bigint not null references "users" ("id"),
      "is_helpful" integer not null,
      "created_at" bigint not null
    )`,
    'create unique index "doc_votes_person" on "doc_votes" ("doc_id", "user_id")',
    'create index "doc_votes_user_id" on "doc_votes" ("user_id", "id")',
  ],
};

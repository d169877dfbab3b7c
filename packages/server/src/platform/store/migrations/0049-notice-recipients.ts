import type { Migration } from './migration.ts';

/** Whom an announcement to chosen people is for. */
export const noticeRecipientsMigration: Migration = {
  id: '0049-notice-recipients',
  statements: [
    `create table "notice_recipients" (
      {id},
      "notice_id" bigint not null,
      "user_id" bigint not null references "users" ("id"),
      "created_at" bigint not null
    )`,
    'create unique index "notice_recipients_person" on "notice_recipients" ("user_id", "notice_id")',
  ],
};

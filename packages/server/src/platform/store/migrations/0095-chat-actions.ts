import type { Migration } from './migration.ts';

/** Conversations become records that people may delete, and a writing template shows what comes of it. */
export const chatActionsMigration: Migration = {
  id: '0095-chat-deeds',
  statements: [
    'alter table "chat_sessions" add column "version" bigint not null default 1',
    'alter table "chat_sessions" add column "updated_at" bigint not null default 0',
    'alter table "chat_sessions" add column "created_by" bigint',
    'alter table "chat_sessions" add column "updated_by" bigint',
    'update "chat_sessions" set "updated_at" = coalesce("last_at", "created_at")',
    'alter table "write_templates" add column "sample" text',
  ],
};

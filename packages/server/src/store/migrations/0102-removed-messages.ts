import type { Migration } from './migration.ts';

/** Messages of a session may be deleted one by one: their numbers are not given again. */
export const removedMessagesMigration: Migration = {
  id: '0102-removed-messages',
  statements: ['alter table "chat_sessions" add column "removed_messages" bigint not null default 0'],
};

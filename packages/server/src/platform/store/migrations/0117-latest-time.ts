import type { Migration } from './migration.ts';

/** The latest time that a server saw, and when it was last found to be wrong; both UTC ms, 0 for never. */
export const latestTimeMigration: Migration = {
  id: '0117-latest-time',
  statements: [
    'alter table "session_epochs" add column "latest_at" bigint not null default 0',
    'alter table "session_epochs" add column "turned_back_at" bigint not null default 0',
  ],
};

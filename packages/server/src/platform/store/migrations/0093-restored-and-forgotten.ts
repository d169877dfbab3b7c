import type { Migration } from './migration.ts';

/** Where addresses of people are kept beside their record, and the column that says whose. */
const addresses = [
  ['orders', 'user_id'],
  ['redemptions', 'user_id'],
  ['sign_logs', 'user_id'],
  ['invite_records', 'invitee_id'],
] as const;

/**
 * When this database was brought back from a backup, UTC ms, 0 for never; and the addresses go of people who were forgotten before
 * those were.
 */
export const restoredAndForgottenMigration: Migration = {
  id: '0093-restored-and-forgotten',
  statements: [
    'alter table "session_epochs" add column "restored_at" bigint not null default 0',
    ...addresses.map(
      ([table, whose]) =>
        `update "${table}" set "ip" = null
          where "ip" is not null and "${whose}" in (select "id" from "users" where "status" = 'deleted')`,
    ),
  ],
};

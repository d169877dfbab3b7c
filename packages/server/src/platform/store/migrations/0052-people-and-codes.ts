import type { Migration } from './migration.ts';

/** How the codes of a batch look, and what else is known of people. */
export const peopleAndCodesMigration: Migration = {
  id: '0052-people-and-codes',
  statements: [
    'alter table "redeem_batches" add column "prefix" text',
    'alter table "redeem_batches" add column "code_length" bigint default 18',
    'alter table "redeem_batches" add column "grouping" bigint default 6',
    'alter table "users" add column "gender" text',
    'alter table "users" add column "real_name" text',
    'alter table "users" add column "last_login_at" bigint',
    'alter table "users" add column "last_login_ip" text',
  ],
};

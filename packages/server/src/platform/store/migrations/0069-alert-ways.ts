import type { Migration } from './migration.ts';

/**
 * How telling admins outside goes, a row a way: refusals in a row, why, when the last try was, when the next may be and when one
 * went well. Of a key: below which balance admins hear of it, whether it is there, and when the upstream is asked next.
 */
export const alertWaysMigration: Migration = {
  id: '0069-alert-ways',
  statements: [
    `create table "alert_ways" (
      "way" text primary key, "failures" bigint not null, "problem" text, "tried_at" bigint not null,
      "next_at" bigint not null, "told_at" bigint
    )`,
    'alter table "api_keys" add column "low_balance" bigint',
    'alter table "api_keys" add column "balance_is_low" integer not null default 0',
    'alter table "api_keys" add column "balance_due_at" bigint',
    'create index "api_keys_balance_is_low_priority" on "api_keys" ("balance_is_low", "priority", "id")',
  ],
};

import type { Migration } from './migration.ts';

/** Uses by what they cost; what keys may do in a minute, and what is left on them at their upstream. */
export const usageAndKeysMigration: Migration = {
  id: '0036-usage-and-keys',
  statements: [
    'create index "usage_records_charged_amount" on "usage_records" ("charged_amount" {nullsFirst}, "id")',
    'alter table "api_keys" add column "rpm" bigint',
    'alter table "api_keys" add column "tpm" bigint',
    `alter table "api_keys" add column "balance_source" text not null default 'none'`,
    'alter table "api_keys" add column "upstream_balance" bigint',
    'alter table "api_keys" add column "balance_currency" text',
    'alter table "api_keys" add column "balance_at" bigint',
    'create index "api_keys_upstream_balance_priority" on "api_keys" ("upstream_balance" {nullsFirst}, "priority", "id")',
    'alter table "key_leases" add column "tokens" bigint not null default 0',
    'create index "key_leases_minute" on "key_leases" ("key_id", "created_at")',
  ],
};

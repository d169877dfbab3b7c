import type { Migration } from './migration.ts';

/** How the calls with a key went in the last day, and how much trouble it is in, so that lists show and sort by both. */
export const keyStatusMigration: Migration = {
  id: '0094-key-standing',
  statements: [
    'alter table "api_keys" add column "success_bps" bigint',
    'alter table "api_keys" add column "trouble" bigint not null default 0',
    `update "api_keys" set "trouble" = case "status" when 'autoDisabled' then 5 when 'probing' then 4 when 'expired' then 3
      when 'exhausted' then 2 when 'cooling' then 1 else 0 end`,
    'create index "api_keys_success_bps" on "api_keys" ("success_bps" {nullsFirst}, "id")',
    'create index "api_keys_trouble" on "api_keys" ("trouble", "id")',
  ],
};

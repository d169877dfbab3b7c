import type { Migration } from './migration.ts';

/** By which proxy a key is used and whom it is charged to, and whose real names have been checked. */
export const proxiesAndRealNamesMigration: Migration = {
  id: '0059-proxies-and-real-names',
  statements: [
    'alter table "api_keys" add column "org" text',
    'alter table "api_keys" add column "proxy_url" text',
    'alter table "api_keys" add column "proxy_mask" text',
    'alter table "users" add column "real_name_mask" text',
    'alter table "users" add column "id_card" text',
    'alter table "users" add column "id_card_mask" text',
    'alter table "users" add column "id_card_key" text',
    'alter table "users" add column "verified" bigint default 0',
    'alter table "users" add column "verified_at" bigint',
    'create index "users_id_card_key" on "users" ("id_card_key")',
    'create index "users_verified" on "users" ("verified" {nullsFirst}, "id")',
  ],
};

import type { Migration } from './migration.ts';

/** When keys of upstreams end. */
export const keyExpiryMigration: Migration = {
  id: '0051-key-expiry',
  statements: [
    'alter table "api_keys" add column "expires_at" bigint',
    'create index "api_keys_expires_at" on "api_keys" ("expires_at" {nullsFirst}, "id")',
  ],
};

import type { Migration } from './migration.ts';

/**
 * A service client knows which admin granted its scopes, and whether another has to confirm them: those of admins who could not
 * grant them today are marked. A lease names its client and its key, and outlives the client.
 */
export const grantedClientsMigration: Migration = {
  id: '0118-granted-clients',
  statements: [
    'alter table "service_clients" add column "review" text',
    'alter table "service_clients" add column "granted_by" bigint',
    'update "service_clients" set "granted_by" = coalesce("updated_by", "created_by")',
    `update "service_clients" set "review" = case
       when not exists (select 1 from "admins" a where a."id" = "service_clients"."granted_by") then 'deleted'
       when exists (select 1 from "admins" a where a."id" = "service_clients"."granted_by" and a."status" <> 'active')
         then 'disabled'
       else 'narrowed' end
     where "granted_by" is not null and not exists (
       select 1 from "admins" a where a."id" = "service_clients"."granted_by" and a."status" = 'active'
         and a."role" = 'admin' and coalesce(a."permission_set", '[]') = '[]')`,
    'create index "service_clients_review" on "service_clients" ("review" {nullsFirst}, "id")',
    'alter table "key_leases" add column "key_name" text',
    'alter table "key_leases" add column "client_name" text',
    'alter table "key_leases" add column "ip" text',
    // Leases of a key are found by what tells how they went.
    'drop index "key_leases_key_id"',
    'create index "key_leases_client_id" on "key_leases" ("client_id" {nullsFirst}, "id")',
  ],
};

import type { Migration } from './migration.ts';

/** Providers that people sign in by, and the accounts there that they have linked. */
export const identitiesMigration: Migration = {
  id: '0054-identities',
  statements: [
    `create table "identity_providers" (
      {id},
      "name" text not null,
      "code" text not null,
      "kind" text not null,
      "client_id" text not null,
      "secret" text,
      "issuer" text,
      "scope" text,
      "may_register" integer not null,
      "timeout_seconds" bigint not null,
      "status" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "identity_providers_name_unique" on "identity_providers" ("name")',
    'create unique index "identity_providers_code_unique" on "identity_providers" ("code")',
    'create index "identity_providers_created_at" on "identity_providers" ("created_at", "id")',
    'create index "identity_providers_kind" on "identity_providers" ("kind", "id")',
    'create index "identity_providers_status" on "identity_providers" ("status", "id")',
    '{search identity_providers}',
    `create table "user_identities" (
      {id},
      "user_id" bigint not null references "users" ("id"),
      "provider_id" bigint not null references "identity_providers" ("id"),
      "mask" text,
      "fingerprint" text not null,
      "union_fingerprint" text,
      "last_used_at" bigint,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "user_identities_provider_id_fingerprint_unique" on "user_identities" ("provider_id", "fingerprint")',
    'create index "user_identities_last_used_at" on "user_identities" ("last_used_at" {nullsFirst}, "id")',
    'create index "user_identities_created_at" on "user_identities" ("created_at", "id")',
    'create index "user_identities_user_id" on "user_identities" ("user_id", "id")',
    'create index "user_identities_provider_id" on "user_identities" ("provider_id", "id")',
    'create index "user_identities_union_fingerprint" on "user_identities" ("union_fingerprint")',
  ],
};

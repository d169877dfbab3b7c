import type { Migration } from './migration.ts';

/** How often people broke the rules, what changes of the log took, and sessions of admins as records that others may end. */
export const peopleAndSessionsMigration: Migration = {
  id: '0079-people-and-sessions',
  statements: [
    'alter table "users" add column "violation_count" bigint not null default 0',
    `update "users" set "violation_count" = (select count(*) from "violation_logs" where "user_id" = "users"."id")
      where "id" in (select "user_id" from "violation_logs")`,
    'create index "users_violation_count" on "users" ("violation_count", "id")',
    'create index "users_order_count" on "users" ("order_count", "id")',
    'create index "users_sign_streak" on "users" ("sign_streak", "id")',
    'alter table "audit_logs" add column "cost_ms" bigint',
    'alter table "admin_sessions" add column "version" bigint not null default 1',
    'alter table "admin_sessions" add column "updated_at" bigint not null default 0',
    'alter table "admin_sessions" add column "created_by" bigint',
    'alter table "admin_sessions" add column "updated_by" bigint',
    `alter table "admin_sessions" add column "status" text not null default 'live'`,
    `update "admin_sessions" set "status" = 'ended' where "revoked_at" is not null`,
    'update "admin_sessions" set "updated_at" = coalesce("revoked_at", "created_at")',
  ],
};

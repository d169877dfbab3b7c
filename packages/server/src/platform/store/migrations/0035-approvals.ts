import type { Migration } from './migration.ts';

/** What waits for a second admin, and refunds that users asked for. */
export const approvalsMigration: Migration = {
  id: '0035-approvals',
  statements: [
    `create table "approvals" (
      {id},
      "no" text,
      "kind" text not null,
      "user_id" bigint not null references "users" ("id"),
      "order_id" bigint references "orders" ("id"),
      "record_id" bigint not null,
      "asset" text,
      "points" bigint,
      "amount" bigint,
      "reason" text,
      "input" text,
      "requester_id" bigint not null references "admins" ("id"),
      "approver_id" bigint references "admins" ("id"),
      "decided_at" bigint,
      "note" text,
      "expires_at" bigint,
      "status" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint,
      check ("approver_id" is null or "approver_id" <> "requester_id" or "status" = 'withdrawn')
    )`,
    'create unique index "approvals_no_unique" on "approvals" ("no")',
    'create index "approvals_created_at" on "approvals" ("created_at", "id")',
    'create index "approvals_status" on "approvals" ("status", "id")',
    'create index "approvals_kind" on "approvals" ("kind", "id")',
    'create index "approvals_user_id" on "approvals" ("user_id", "id")',
    'create index "approvals_order_id" on "approvals" ("order_id" {nullsFirst}, "id")',
    'create index "approvals_requester_id" on "approvals" ("requester_id", "id")',
    'create index "approvals_approver_id" on "approvals" ("approver_id" {nullsFirst}, "id")',
    '{search approvals}',
    // One of a kind waits for a record that is done with once.
    `create unique index "approvals_waiting" on "approvals" ("kind", "record_id")
      where "status" = 'pending' and "kind" <> 'adjustBalance'`,
    `alter table "refunds" add column "requested_by" text default 'admin'`,
    'alter table "refunds" add column "decision" text',
    'create index "refunds_requested_by" on "refunds" ("requested_by" {nullsFirst}, "id")',
    // An order has one request at a time.
    `create unique index "refunds_requested" on "refunds" ("order_id") where "status" = 'requested'`,
  ],
};

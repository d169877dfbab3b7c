import type { Migration } from './migration.ts';

/** What every change leaves behind: its audit row in a chain, and the answer kept under its idempotency key. */
export const createEngine: Migration = {
  id: '0001-engine',
  statements: [
    `create table "audit_logs" (
      {id}, "actor_id" bigint, "actor_name" text, "actor_role" text, "via" text, "ip" text, "request_id" text,
      "resource" text, "resource_id" bigint, "action" text, "result" text, "reason" text, "before" text, "after" text,
      "count" bigint, "hash" text, "created_at" bigint not null
    )`,
    'create index "audit_logs_created_at" on "audit_logs" ("created_at", "id")',
    'create index "audit_logs_actor_id" on "audit_logs" ("actor_id" {nullsFirst}, "id")',
    'create index "audit_logs_resource" on "audit_logs" ("resource" {nullsFirst}, "id")',
    'create index "audit_logs_resource_id" on "audit_logs" ("resource_id" {nullsFirst}, "id")',
    'create index "audit_logs_action" on "audit_logs" ("action" {nullsFirst}, "id")',
    'create index "audit_logs_result" on "audit_logs" ("result" {nullsFirst}, "id")',
    'create index "audit_logs_via" on "audit_logs" ("via" {nullsFirst}, "id")',
    '{appendOnly audit_logs}',
    `create table "audit_heads" (
      "id" integer primary key, "count" bigint not null, "hash" text not null, "at" bigint not null
    )`,
    `insert into "audit_heads" ("id", "count", "hash", "at") values (1, 0, '', 0)`,
    `create table "audit_checkpoints" (
      {id}, "count" bigint not null, "hash" text not null, "at" bigint not null, "signature" text not null
    )`,
    '{appendOnly audit_checkpoints}',
    `create table "idempotency_keys" (
      "actor_id" bigint not null, "key" text not null, "call" text not null, "body_hash" text not null,
      "code" integer, "answer" text, "created_at" bigint not null, primary key ("actor_id", "key")
    )`,
    'create index "idempotency_keys_created_at" on "idempotency_keys" ("created_at")',
  ],
};

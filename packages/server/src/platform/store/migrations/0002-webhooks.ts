import type { Migration } from './migration.ts';

/** Endpoints that receive events, their signing secrets, their deliveries, and how far the events were queued. */
export const webhooks: Migration = {
  id: '0002-webhooks',
  statements: [
    `create table "webhook_endpoints" (
      {id},
      "name" text not null,
      "url" text not null,
      "events" text not null,
      "service_client_id" bigint references "service_clients" ("id"),
      "last_success_at" bigint,
      "failing_since" bigint,
      "disabled_reason" text,
      "status" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint,
      "updated_by" bigint
    )`,
    'create unique index "webhook_endpoints_name_unique" on "webhook_endpoints" ("name")',
    'create index "webhook_endpoints_last_success_at" on "webhook_endpoints" ("last_success_at" {nullsFirst}, "id")',
    'create index "webhook_endpoints_failing_since" on "webhook_endpoints" ("failing_since" {nullsFirst}, "id")',
    'create index "webhook_endpoints_created_at" on "webhook_endpoints" ("created_at", "id")',
    'create index "webhook_endpoints_status" on "webhook_endpoints" ("status", "id")',
    'create index "webhook_endpoints_service_client_id" on "webhook_endpoints" ("service_client_id" {nullsFirst}, "id")',
    'create index "webhook_endpoints_disabled_reason" on "webhook_endpoints" ("disabled_reason" {nullsFirst}, "id")',
    '{search webhook_endpoints}',
    `create table "webhook_secrets" (
      {id},
      "endpoint_id" bigint not null references "webhook_endpoints" ("id") on delete cascade,
      "secret" text,
      "expires_at" bigint,
      "created_at" bigint not null
    )`,
    'create index "webhook_secrets_endpoint_id" on "webhook_secrets" ("endpoint_id")',
    `create table "webhook_deliveries" (
      {id},
      "endpoint_id" bigint not null references "webhook_endpoints" ("id") on delete cascade,
      "event" text not null,
      "event_id" text not null,
      "status" text not null,
      "attempts" bigint not null,
      "response_status" bigint,
      "error" text,
      "duration_ms" bigint,
      "last_attempt_at" bigint,
      "next_attempt_at" bigint,
      "payload" text not null,
      "response" text,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint,
      "updated_by" bigint
    )`,
    'create index "webhook_deliveries_created_at" on "webhook_deliveries" ("created_at", "id")',
    'create index "webhook_deliveries_endpoint_id" on "webhook_deliveries" ("endpoint_id", "id")',
    'create index "webhook_deliveries_event" on "webhook_deliveries" ("event", "id")',
    'create index "webhook_deliveries_status" on "webhook_deliveries" ("status", "id")',
    'create index "webhook_deliveries_event_id" on "webhook_deliveries" ("event_id", "id")',
    'create index "webhook_deliveries_error" on "webhook_deliveries" ("error" {nullsFirst}, "id")',
    'create index "webhook_deliveries_response_status" on "webhook_deliveries" ("response_status" {nullsFirst}, "id")',
    `create index "webhook_deliveries_due" on "webhook_deliveries" ("next_attempt_at", "id") where status = 'pending'`,
    `create table "webhook_cursors" (
      "id" bigint primary key,
      "place" text not null,
      "updated_at" bigint not null
    )`,
  ],
};

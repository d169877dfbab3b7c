import type { Migration } from './migration.ts';

/** Mind maps that users had made: one more kind of creative task. */
export const mindMapTasksMigration: Migration = {
  id: '0057-mind-map-tasks',
  statements: [
    `create table "mind_map_tasks" (
      {id}, "no" text, "user_id" bigint not null references "users" ("id"), "request_id" text, "prompt" text,
      "params" text, "model_id" bigint references "ai_models" ("id"), "channel" text, "upstream_id" text,
      "progress" bigint, "attempt" bigint not null, "results" text, "error_code" text, "error" text,
      "asset" text not null, "amount" bigint not null, "charged" bigint not null, "refunded" bigint not null,
      "hold_no" text, "publication" text not null, "reject_reason" text, "started_at" bigint,
      "finished_at" bigint, "timeout_at" bigint, "status" text not null, "title" text,
      "template_id" bigint references "mind_map_templates" ("id"), "outline" text, "nodes" bigint,
      "version" bigint not null default 1, "created_at" bigint not null, "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "mind_map_tasks_no_unique" on "mind_map_tasks" ("no")',
    'create unique index "mind_map_tasks_user_id_request_id_unique" on "mind_map_tasks" ("user_id", "request_id")',
    'create index "mind_map_tasks_timeout_at" on "mind_map_tasks" ("timeout_at" {nullsFirst}, "id")',
    'create index "mind_map_tasks_created_at" on "mind_map_tasks" ("created_at", "id")',
    'create index "mind_map_tasks_user_id" on "mind_map_tasks" ("user_id", "id")',
    'create index "mind_map_tasks_channel" on "mind_map_tasks" ("channel" {nullsFirst}, "id")',
    'create index "mind_map_tasks_publication" on "mind_map_tasks" ("publication", "id")',
    'create index "mind_map_tasks_status" on "mind_map_tasks" ("status", "id")',
    'create index "mind_map_tasks_model_id" on "mind_map_tasks" ("model_id" {nullsFirst}, "id")',
    'create index "mind_map_tasks_template_id" on "mind_map_tasks" ("template_id" {nullsFirst}, "id")',
    '{search mind_map_tasks}',
  ],
};

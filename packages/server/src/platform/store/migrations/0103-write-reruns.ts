import type { Migration } from './migration.ts';

/** Texts that an admin has written again, beside those of the users. */
export const writeRerunsMigration: Migration = {
  id: '0103-write-reruns',
  statements: [
    `create table "write_reruns" (
      {id},
      "task_no" text,
      "task_id" bigint not null references "write_tasks" ("id") on delete cascade,
      "prompt" text,
      "model_id" bigint not null references "ai_models" ("id"),
      "status" text not null,
      "content" text,
      "characters" bigint,
      "prompt_tokens" bigint,
      "completion_tokens" bigint,
      "upstream_cost" bigint,
      "error" text,
      "started_at" bigint,
      "finished_at" bigint,
      "job_id" bigint,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "write_reruns_created_at" on "write_reruns" ("created_at", "id")',
    'create index "write_reruns_task_id" on "write_reruns" ("task_id", "id")',
    'create index "write_reruns_model_id" on "write_reruns" ("model_id", "id")',
    'create index "write_reruns_status" on "write_reruns" ("status", "id")',
    '{search write_reruns}',
  ],
};

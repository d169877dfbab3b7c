import type { Migration } from './migration.ts';

/** How both ways of a search are put together and what ranks them again; tests of many questions that go on in the background. */
export const recallRunsMigration: Migration = {
  id: '0040-recall-runs',
  statements: [
    `alter table "knowledges" add column "fusion" text not null default 'weighted'`,
    'alter table "knowledges" add column "rank_constant" bigint not null default 60',
    'alter table "knowledges" add column "rerank_model_id" bigint references "ai_models" ("id")',
    'create index "knowledges_rerank_model_id" on "knowledges" ("rerank_model_id" {nullsFirst}, "id")',
    'alter table "recall_records" add column "fusion" text',
    'alter table "recall_records" add column "rank_constant" bigint',
    'alter table "recall_records" add column "rerank" text',
    `create table "recall_runs" (
      {id},
      "kind" text not null,
      "knowledge_id" bigint not null references "knowledges" ("id"),
      "status" text not null,
      "done" bigint not null,
      "total" bigint not null,
      "passed" bigint,
      "recall" bigint,
      "last_recall" bigint,
      "reciprocal_rank" text,
      "without_hits" bigint,
      "k" bigint,
      "rule" text,
      "items" text,
      "error" text,
      "started_at" bigint,
      "finished_at" bigint,
      "questions" text,
      "job_id" bigint,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "recall_runs_created_at" on "recall_runs" ("created_at", "id")',
    'create index "recall_runs_knowledge_id" on "recall_runs" ("knowledge_id", "id")',
    'create index "recall_runs_kind" on "recall_runs" ("kind", "id")',
    'create index "recall_runs_status" on "recall_runs" ("status", "id")',
  ],
};

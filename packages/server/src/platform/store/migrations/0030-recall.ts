import type { Migration } from './migration.ts';

/**
 * What finds chunks of knowledge bases: their vectors in one byte a dimension, a counter a base by which the caches of
 * server processes follow, and the keyword index. A vector that was dropped stays for a while without bytes.
 * Beside them what was asked, and the questions whose answers are known.
 */
export const recallMigration: Migration = {
  id: '0030-recall',
  statements: [
    `create table know_vector_heads (
      knowledge_id bigint not null,
      generation bigint not null,
      version bigint not null,
      oldest bigint not null,
      dims integer not null,
      primary key (knowledge_id, generation)
    )`,
    `create table know_vectors (
      knowledge_id bigint not null,
      generation bigint not null,
      chunk_id bigint not null,
      version bigint not null,
      vector {blob},
      primary key (knowledge_id, generation, chunk_id)
    ){clustered}`,
    'create index know_vectors_version on know_vectors (knowledge_id, generation, version)',
    '{search know_recall}',
    `create table "recall_records" (
      {id},
      "query" text not null,
      "knowledge_id" bigint not null references "knowledges" ("id"),
      "source" text not null,
      "user_id" bigint,
      "mode" text,
      "top_k" bigint,
      "score_min" bigint,
      "vector_weight" bigint,
      "result_count" bigint,
      "top_score" bigint,
      "latency_ms" bigint,
      "results" text,
      "verdict" text not null,
      "note" text,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "recall_records_created_at" on "recall_records" ("created_at", "id")',
    'create index "recall_records_knowledge_id" on "recall_records" ("knowledge_id", "id")',
    'create index "recall_records_source" on "recall_records" ("source", "id")',
    'create index "recall_records_verdict" on "recall_records" ("verdict", "id")',
    'create index "recall_records_result_count" on "recall_records" ("result_count" {nullsFirst}, "id")',
    'create index "recall_records_top_score" on "recall_records" ("top_score" {nullsFirst}, "id")',
    '{search recall_records}',
    `create table "golden_questions" (
      {id},
      "query" text not null,
      "knowledge_id" bigint not null references "knowledges" ("id"),
      "chunks" text not null,
      "last_result" text not null,
      "last_rank" bigint,
      "last_recall" bigint,
      "last_run_at" bigint,
      "keys" text,
      "note" text,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "golden_questions_knowledge_id_query_unique" on "golden_questions" ("knowledge_id", "query")',
    'create index "golden_questions_created_at" on "golden_questions" ("created_at", "id")',
    'create index "golden_questions_knowledge_id" on "golden_questions" ("knowledge_id", "id")',
    'create index "golden_questions_last_result" on "golden_questions" ("last_result", "id")',
    '{search golden_questions}',
  ],
};

import type { Migration } from './migration.ts';

/** Bases packed into zip files, which are kept for a while beside uploaded documents. */
export const knowledgeExportsMigration: Migration = {
  id: '0085-knowledge-exports',
  statements: [
    `create table "knowledge_exports" (
      {id},
      "name" text not null,
      "knowledge_id" bigint not null references "knowledges" ("id"),
      "form" text not null,
      "status" text not null,
      "progress" bigint,
      "document_count" bigint,
      "chunk_count" bigint,
      "question_count" bigint,
      "size" bigint,
      "format" text not null,
      "file" text,
      "content_hash" text,
      "problem" text,
      "job_id" bigint,
      "finished_at" bigint,
      "expires_at" bigint,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "knowledge_exports_created_at" on "knowledge_exports" ("created_at", "id")',
    'create index "knowledge_exports_knowledge_id" on "knowledge_exports" ("knowledge_id", "id")',
    'create index "knowledge_exports_status" on "knowledge_exports" ("status", "id")',
    '{search knowledge_exports}',
  ],
};

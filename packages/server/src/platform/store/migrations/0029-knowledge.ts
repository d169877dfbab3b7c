import type { Migration } from './migration.ts';

/**
 * Knowledge bases and PDFs with their documents and chunks. Beside the columns of their definitions, documents have those of the
 * work on them: who has it until when, and which generation it makes.
 */
export const knowledgeMigration: Migration = {
  id: '0029-knowledge',
  statements: [
    `create table documents (
      {id}, name text not null, original_name text not null, format text, sha256 text, size bigint not null,
      created_at bigint not null, created_by bigint, user_id bigint, kept_at bigint
    )`,
    'create unique index documents_name on documents (name)',
    'create unique index documents_sha256 on documents (sha256)',
    'create index documents_created_at on documents (created_at, id)',
    `create table document_parts (
      document_id bigint not null references documents (id), seq bigint not null, size bigint not null,
      content {blob} not null, primary key (document_id, seq)
    )`,
    // What was read from a document, and the same tidied up, of which chunks are cut; pages are offsets into it.
    `create table document_texts (
      kind text not null, doc_id bigint not null, raw text not null, cleaned text, pages text,
      primary key (kind, doc_id)
    )`,
    `create table "knowledges" (
      {id}, "name" text not null, "cover" text, "description" text, "owner_id" bigint references "users" ("id"),
      "visibility" text not null, "embedding_model_id" bigint references "ai_models" ("id"),
      "search_mode" text not null, "vector_weight" bigint not null, "top_k" bigint not null,
      "score_min" bigint not null, "chunk_mode" text not null, "delimiter" text, "chunk_tokens" bigint not null,
      "overlap_tokens" bigint not null, "clean_spaces" integer not null, "strip_urls" integer not null,
      "doc_count" bigint, "chunk_count" bigint, "token_count" bigint, "hit_count" bigint,
      "generation" bigint not null, "next_generation" bigint,
      "next_embedding_model_id" bigint references "ai_models" ("id"), "rebuild_progress" bigint,
      "status" text not null, "version" bigint not null default 1, "created_at" bigint not null,
      "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "knowledges_owner_id_name_unique" on "knowledges" ("owner_id", "name")',
    'create index "knowledges_created_at" on "knowledges" ("created_at", "id")',
    'create index "knowledges_owner_id" on "knowledges" ("owner_id" {nullsFirst}, "id")',
    'create index "knowledges_visibility" on "knowledges" ("visibility", "id")',
    'create index "knowledges_status" on "knowledges" ("status", "id")',
    'create index "knowledges_embedding_model_id" on "knowledges" ("embedding_model_id" {nullsFirst}, "id")',
    'create index "knowledges_next_embedding_model_id" on "knowledges" ("next_embedding_model_id" {nullsFirst}, "id")',
    '{search knowledges}',
    // The platform's own bases have no owner, and unique indexes take no two empty values for the same.
    'create unique index knowledges_platform_name on "knowledges" ("name") where "owner_id" is null',
    `create table "know_docs" (
      {id}, "knowledge_id" bigint not null references "knowledges" ("id"), "name" text not null,
      "source" text not null, "format" text, "url" text, "file" text, "content_hash" text, "size" bigint,
      "pages" bigint, "chars" bigint, "rule_mode" text not null, "chunk_mode" text not null, "delimiter" text,
      "chunk_tokens" bigint not null, "overlap_tokens" bigint not null, "clean_spaces" integer not null,
      "strip_urls" integer not null, "stage" text, "progress" bigint, "error_code" text, "error" text,
      "attempts" bigint, "stuck" integer not null, "heartbeat_at" bigint, "started_at" bigint, "finished_at" bigint,
      "enabled" integer not null, "archived" integer not null, "chunk_count" bigint, "token_count" bigint,
      "hit_count" bigint, "generation" bigint, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint,
      lease_owner text, lease_until bigint, next_try_at bigint, target_generation bigint, keep_edited integer, copies integer
    )`,
    'create unique index "know_docs_knowledge_id_content_hash_unique" on "know_docs" ("knowledge_id", "content_hash")',
    'create index "know_docs_created_at" on "know_docs" ("created_at", "id")',
    'create index "know_docs_knowledge_id" on "know_docs" ("knowledge_id", "id")',
    'create index "know_docs_status" on "know_docs" ("status", "id")',
    'create index "know_docs_stuck" on "know_docs" ("stuck", "id")',
    'create index "know_docs_source" on "know_docs" ("source", "id")',
    'create index "know_docs_enabled" on "know_docs" ("enabled", "id")',
    'create index "know_docs_archived" on "know_docs" ("archived", "id")',
    '{search know_docs}',
    'create index know_docs_turn on "know_docs" ("status", "knowledge_id", "id")',
    'create index know_docs_file on "know_docs" ("file")',
    'create index know_docs_base_generation on "know_docs" ("knowledge_id", "target_generation")',
    `create table "know_chunks" (
      {id}, "doc_id" bigint not null references "know_docs" ("id"),
      "knowledge_id" bigint not null references "knowledges" ("id"), "title" text, "content" text not null,
      "answer" text, "questions" text, "keywords" text, "seq" bigint, "tokens" bigint, "status" text not null,
      "enabled" integer not null, "hit_count" bigint, "last_hit_at" bigint, "generation" bigint not null, "hash" text,
      "error" text, "edited" integer not null, "span_start" bigint, "span_end" bigint,
      "version" bigint not null default 1, "created_at" bigint not null, "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "know_chunks_doc_id_generation_seq_unique" on "know_chunks" ("doc_id", "generation", "seq")',
    'create index "know_chunks_hit_count" on "know_chunks" ("hit_count" {nullsFirst}, "id")',
    'create index "know_chunks_created_at" on "know_chunks" ("created_at", "id")',
    'create index "know_chunks_knowledge_id" on "know_chunks" ("knowledge_id", "id")',
    'create index "know_chunks_doc_id" on "know_chunks" ("doc_id", "id")',
    'create index "know_chunks_enabled" on "know_chunks" ("enabled", "id")',
    'create index "know_chunks_status" on "know_chunks" ("status", "id")',
    'create index "know_chunks_edited" on "know_chunks" ("edited", "id")',
    '{search know_chunks}',
    'create index know_chunks_base_generation on "know_chunks" ("knowledge_id", "generation", "id")',
    `create table "pdf_docs" (
      {id}, "user_id" bigint not null references "users" ("id"), "request_id" text, "name" text not null, "file" text,
      "content_hash" text, "size" bigint, "pages" bigint, "language" text, "stage" text, "progress" bigint,
      "error_code" text, "error" text, "attempts" bigint, "stuck" integer not null, "heartbeat_at" bigint,
      "started_at" bigint, "finished_at" bigint, "chunk_count" bigint, "token_count" bigint, "char_count" bigint,
      "summary" text, "generation" bigint, "asset" text not null, "amount" bigint not null, "charged" bigint not null,
      "hold_no" text, "duration_ms" bigint, "expires_at" bigint, "status" text not null,
      "version" bigint not null default 1, "created_at" bigint not null, "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint,
      lease_owner text, lease_until bigint, next_try_at bigint, free_pages bigint
    )`,
    'create unique index "pdf_docs_user_id_request_id_unique" on "pdf_docs" ("user_id", "request_id")',
    'create index "pdf_docs_created_at" on "pdf_docs" ("created_at", "id")',
    'create index "pdf_docs_user_id" on "pdf_docs" ("user_id", "id")',
    'create index "pdf_docs_status" on "pdf_docs" ("status", "id")',
    'create index "pdf_docs_stuck" on "pdf_docs" ("stuck", "id")',
    'create index "pdf_docs_pages" on "pdf_docs" ("pages" {nullsFirst}, "id")',
    '{search pdf_docs}',
    'create index pdf_docs_file on "pdf_docs" ("file")',
    'create index pdf_docs_expires_at on "pdf_docs" ("expires_at")',
    `create table "pdf_chunks" (
      {id}, "doc_id" bigint not null references "pdf_docs" ("id"), "content" text not null, "page_from" bigint,
      "page_to" bigint, "seq" bigint, "tokens" bigint, "status" text not null, "enabled" integer not null,
      "hit_count" bigint, "last_hit_at" bigint, "generation" bigint not null, "hash" text, "error" text,
      "embedding_model_id" bigint references "ai_models" ("id"), "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "pdf_chunks_doc_id_generation_seq_unique" on "pdf_chunks" ("doc_id", "generation", "seq")',
    'create index "pdf_chunks_created_at" on "pdf_chunks" ("created_at", "id")',
    'create index "pdf_chunks_doc_id" on "pdf_chunks" ("doc_id", "id")',
    'create index "pdf_chunks_status" on "pdf_chunks" ("status", "id")',
    'create index "pdf_chunks_enabled" on "pdf_chunks" ("enabled", "id")',
    'create index "pdf_chunks_page_from" on "pdf_chunks" ("page_from" {nullsFirst}, "id")',
    'create index "pdf_chunks_embedding_model_id" on "pdf_chunks" ("embedding_model_id" {nullsFirst}, "id")',
    '{search pdf_chunks}',
    `create table pdf_vectors (
      chunk_id bigint not null primary key, doc_id bigint not null, dims bigint not null, vector {blob} not null
    )`,
    'create index pdf_vectors_doc_id on pdf_vectors (doc_id)',
    `create view "pdf_messages" as select
      m."id", m."session_id", m."user_id", m."seq", m."role", m."content", m."attachments", m."model_name",
      m."prompt_tokens", m."completion_tokens", m."latency_ms", m."status", m."feedback", m."created_at"
      from "chat_messages" m join "chat_sessions" s on s."id" = m."session_id" where s."kind" = 'pdf'`,
  ],
};

import type { Migration } from './migration.ts';

/** The tables of the first resources, as their definitions had them then. */
export const createCatalogue: Migration = {
  id: '0002-catalogue',
  statements: [
    `create table "ai_icons" (
      {id}, "name" text not null, "group" text not null, "picture" text not null, "bg_color" text, "sort" bigint,
      "status" text not null, "version" bigint not null default 1, "created_at" bigint not null,
      "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "ai_icons_group_name_unique" on "ai_icons" ("group", "name")',
    'create index "ai_icons_sort" on "ai_icons" ("sort" {nullsFirst}, "id")',
    'create index "ai_icons_created_at" on "ai_icons" ("created_at", "id")',
    'create index "ai_icons_group_sort" on "ai_icons" ("group", "sort" {nullsFirst}, "id")',
    'create index "ai_icons_status_sort" on "ai_icons" ("status", "sort" {nullsFirst}, "id")',
    '{search ai_icons}',
    `create table "chat_sessions" (
      {id}, "user_id" bigint, "title" text, "kind" text, "model_name" text, "message_count" bigint,
      "tokens" bigint, "pinned" integer not null, "last_at" bigint, "created_at" bigint not null
    )`,
    'create index "chat_sessions_last_at" on "chat_sessions" ("last_at" {nullsFirst}, "id")',
    'create index "chat_sessions_created_at" on "chat_sessions" ("created_at", "id")',
    'create index "chat_sessions_user_id_last_at" on "chat_sessions" ("user_id" {nullsFirst}, "last_at" {nullsFirst}, "id")',
    'create index "chat_sessions_kind_last_at" on "chat_sessions" ("kind" {nullsFirst}, "last_at" {nullsFirst}, "id")',
    'create index "chat_sessions_model_name_last_at" on "chat_sessions" ("model_name" {nullsFirst}, "last_at" {nullsFirst}, "id")',
    '{search chat_sessions}',
    `create table "chat_messages" (
      {id}, "session_id" bigint not null references "chat_sessions" ("id"), "user_id" bigint, "seq" bigint,
      "role" text, "content" text, "reasoning" text, "attachments" text, "model_name" text,
      "prompt_tokens" bigint, "completion_tokens" bigint, "latency_ms" bigint, "status" text, "error" text,
      "feedback" text, "flagged" integer not null, "banned_hits" text, "created_at" bigint not null
    )`,
    'create unique index "chat_messages_session_id_seq_unique" on "chat_messages" ("session_id", "seq")',
    'create index "chat_messages_created_at" on "chat_messages" ("created_at", "id")',
    'create index "chat_messages_session_id" on "chat_messages" ("session_id", "id")',
    'create index "chat_messages_user_id" on "chat_messages" ("user_id" {nullsFirst}, "id")',
    'create index "chat_messages_role" on "chat_messages" ("role" {nullsFirst}, "id")',
    'create index "chat_messages_model_name" on "chat_messages" ("model_name" {nullsFirst}, "id")',
    'create index "chat_messages_status" on "chat_messages" ("status" {nullsFirst}, "id")',
    'create index "chat_messages_feedback" on "chat_messages" ("feedback" {nullsFirst}, "id")',
    'create index "chat_messages_flagged" on "chat_messages" ("flagged", "id")',
    '{search chat_messages}',
    `create table "banned_words" (
      {id}, "word" text not null, "match" text not null, "category" text not null, "level" text not null,
      "action" text not null, "replacement" text, "scope" text, "status" text not null, "hit_count" bigint,
      "last_hit_at" bigint, "remark" text, "version" bigint not null default 1, "created_at" bigint not null,
      "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "banned_words_word_match_unique" on "banned_words" ("word", "match")',
    'create index "banned_words_hit_count" on "banned_words" ("hit_count" {nullsFirst}, "id")',
    'create index "banned_words_last_hit_at" on "banned_words" ("last_hit_at" {nullsFirst}, "id")',
    'create index "banned_words_created_at" on "banned_words" ("created_at", "id")',
    'create index "banned_words_category" on "banned_words" ("category", "id")',
    'create index "banned_words_level" on "banned_words" ("level", "id")',
    'create index "banned_words_action" on "banned_words" ("action", "id")',
    'create index "banned_words_match" on "banned_words" ("match", "id")',
    'create index "banned_words_status" on "banned_words" ("status", "id")',
    '{search banned_words}',
    `create table "allow_words" (
      {id}, "phrase" text not null, "note" text, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "allow_words_phrase_unique" on "allow_words" ("phrase")',
    'create index "allow_words_created_at" on "allow_words" ("created_at", "id")',
    '{search allow_words}',
    `create table "violation_logs" (
      {id}, "user_id" bigint, "source" text, "scope" text, "excerpt" text, "words" text, "action_taken" text,
      "handled" text not null, "note" text, "version" bigint not null default 1, "created_at" bigint not null,
      "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create index "violation_logs_created_at" on "violation_logs" ("created_at", "id")',
    'create index "violation_logs_user_id" on "violation_logs" ("user_id" {nullsFirst}, "id")',
    'create index "violation_logs_source" on "violation_logs" ("source" {nullsFirst}, "id")',
    'create index "violation_logs_action_taken" on "violation_logs" ("action_taken" {nullsFirst}, "id")',
    'create index "violation_logs_handled" on "violation_logs" ("handled", "id")',
    '{search violation_logs}',
    `create table "help_docs" (
      {id}, "title" text not null, "title_en" text, "slug" text not null, "category" text not null,
      "content" text not null, "content_en" text, "cover" text, "tags" text, "pinned" integer not null,
      "status" text not null, "published_at" bigint, "sort" bigint, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "help_docs_slug_unique" on "help_docs" ("slug")',
    'create index "help_docs_sort" on "help_docs" ("sort" {nullsFirst}, "id")',
    'create index "help_docs_published_at" on "help_docs" ("published_at" {nullsFirst}, "id")',
    'create index "help_docs_created_at" on "help_docs" ("created_at", "id")',
    'create index "help_docs_category_sort" on "help_docs" ("category", "sort" {nullsFirst}, "id")',
    'create index "help_docs_status_sort" on "help_docs" ("status", "sort" {nullsFirst}, "id")',
    'create index "help_docs_pinned_sort" on "help_docs" ("pinned", "sort" {nullsFirst}, "id")',
    '{search help_docs}',
    `create table "notices" (
      {id}, "title" text not null, "title_en" text, "type" text not null, "level" text not null,
      "content" text not null, "content_en" text, "display" text not null, "audience" text not null,
      "platforms" text, "start_at" bigint, "end_at" bigint, "dismissible" integer not null,
      "pinned" integer not null, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create index "notices_start_at" on "notices" ("start_at" {nullsFirst}, "id")',
    'create index "notices_end_at" on "notices" ("end_at" {nullsFirst}, "id")',
    'create index "notices_created_at" on "notices" ("created_at", "id")',
    'create index "notices_type" on "notices" ("type", "id")',
    'create index "notices_level" on "notices" ("level", "id")',
    'create index "notices_audience" on "notices" ("audience", "id")',
    'create index "notices_status" on "notices" ("status", "id")',
    '{search notices}',
    `create table "admins" (
      {id}, "username" text not null, "name" text not null, "role" text not null, "avatar" text,
      "email" text, "phone" text, "job" text, "job_name" text, "organization" text, "organization_name" text,
      "location" text, "location_name" text, "introduction" text, "personal_website" text, "certification" bigint,
      "totp_enabled" integer not null, "must_change_password" integer not null, "locked_until" bigint,
      "last_login_at" bigint, "last_login_ip" text, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "admins_username_unique" on "admins" ("username")',
    'create index "admins_last_login_at" on "admins" ("last_login_at" {nullsFirst}, "id")',
    'create index "admins_created_at" on "admins" ("created_at", "id")',
    'create index "admins_role" on "admins" ("role", "id")',
    'create index "admins_status" on "admins" ("status", "id")',
    '{search admins}',
    `create table "login_logs" (
      {id}, "username" text, "ip" text, "user_agent" text, "result" text, "created_at" bigint not null
    )`,
    'create index "login_logs_created_at" on "login_logs" ("created_at", "id")',
    'create index "login_logs_username" on "login_logs" ("username" {nullsFirst}, "id")',
    'create index "login_logs_result" on "login_logs" ("result" {nullsFirst}, "id")',
  ],
};

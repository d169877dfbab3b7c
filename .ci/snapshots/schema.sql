CREATE TABLE admin_credentials (
  admin_id bigint primary key,
  password_hash text not null,
  password_length integer not null,
  password_changed_at bigint not null,
  totp_secret text,
  totp_pending text,
  totp_last_step bigint not null default 0
);

CREATE TABLE admin_sessions (
  "id" integer primary key autoincrement,
  token_hash text not null,
  admin_id bigint not null,
  kind text not null,
  name text,
  read_only integer not null default 0,
  ip text not null,
  user_agent text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  step_up_at bigint,
  epoch bigint not null,
  revoked_at bigint,
  revoked_cause text
);

CREATE INDEX admin_sessions_admin on admin_sessions (admin_id, revoked_at);

CREATE INDEX admin_sessions_expiry on admin_sessions (expires_at);

CREATE UNIQUE INDEX admin_sessions_token on admin_sessions (token_hash);

CREATE TABLE "admins" (
  "id" integer primary key autoincrement, "username" text not null, "name" text not null, "role" text not null, "avatar" text,
  "email" text, "phone" text, "job" text, "job_name" text, "organization" text, "organization_name" text,
  "location" text, "location_name" text, "introduction" text, "personal_website" text, "certification" bigint,
  "totp_enabled" integer not null, "must_change_password" integer not null, "locked_until" bigint,
  "last_login_at" bigint, "last_login_ip" text, "status" text not null, "version" bigint not null default 1,
  "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "admins_created_at" on "admins" ("created_at", "id");

CREATE INDEX "admins_last_login_at" on "admins" ("last_login_at", "id");

CREATE INDEX "admins_role" on "admins" ("role", "id");

CREATE INDEX "admins_status" on "admins" ("status", "id");

CREATE UNIQUE INDEX "admins_username_unique" on "admins" ("username");

CREATE VIRTUAL TABLE "admins_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "ai_icons" (
  "id" integer primary key autoincrement, "name" text not null, "group" text not null, "picture" text not null, "bg_color" text, "sort" bigint,
  "status" text not null, "version" bigint not null default 1, "created_at" bigint not null,
  "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "ai_icons_created_at" on "ai_icons" ("created_at", "id");

CREATE UNIQUE INDEX "ai_icons_group_name_unique" on "ai_icons" ("group", "name");

CREATE INDEX "ai_icons_group_sort" on "ai_icons" ("group", "sort", "id");

CREATE INDEX "ai_icons_sort" on "ai_icons" ("sort", "id");

CREATE INDEX "ai_icons_status_sort" on "ai_icons" ("status", "sort", "id");

CREATE VIRTUAL TABLE "ai_icons_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "allow_words" (
  "id" integer primary key autoincrement, "phrase" text not null, "note" text, "version" bigint not null default 1,
  "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "allow_words_created_at" on "allow_words" ("created_at", "id");

CREATE UNIQUE INDEX "allow_words_phrase_unique" on "allow_words" ("phrase");

CREATE INDEX allow_words_version on allow_words (version);

CREATE VIRTUAL TABLE "allow_words_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "audit_checkpoints" (
  "id" integer primary key autoincrement, "count" bigint not null, "hash" text not null, "at" bigint not null, "signature" text not null
);

CREATE TRIGGER "audit_checkpoints_no_delete" before delete on "audit_checkpoints"
  begin select raise(abort, 'audit_checkpoints is appended to only'); end;

CREATE TRIGGER "audit_checkpoints_no_update" before update on "audit_checkpoints"
  begin select raise(abort, 'audit_checkpoints is appended to only'); end;

CREATE TABLE "audit_heads" (
  "id" integer primary key, "count" bigint not null, "hash" text not null, "at" bigint not null
);

CREATE TABLE "audit_logs" (
  "id" integer primary key autoincrement, "actor_id" bigint, "actor_name" text, "actor_role" text, "via" text, "ip" text, "request_id" text,
  "resource" text, "resource_id" bigint, "action" text, "result" text, "reason" text, "before" text, "after" text,
  "count" bigint, "hash" text, "created_at" bigint not null
);

CREATE INDEX "audit_logs_action" on "audit_logs" ("action", "id");

CREATE INDEX "audit_logs_actor_id" on "audit_logs" ("actor_id", "id");

CREATE INDEX "audit_logs_created_at" on "audit_logs" ("created_at", "id");

CREATE TRIGGER "audit_logs_no_delete" before delete on "audit_logs"
  begin select raise(abort, 'audit_logs is appended to only'); end;

CREATE TRIGGER "audit_logs_no_update" before update on "audit_logs"
  begin select raise(abort, 'audit_logs is appended to only'); end;

CREATE INDEX "audit_logs_resource" on "audit_logs" ("resource", "id");

CREATE INDEX "audit_logs_resource_id" on "audit_logs" ("resource_id", "id");

CREATE INDEX "audit_logs_result" on "audit_logs" ("result", "id");

CREATE INDEX "audit_logs_via" on "audit_logs" ("via", "id");

CREATE TABLE "banned_words" (
  "id" integer primary key autoincrement, "word" text not null, "match" text not null, "category" text not null, "level" text not null,
  "action" text not null, "replacement" text, "scope" text, "status" text not null, "hit_count" bigint,
  "last_hit_at" bigint, "remark" text, "version" bigint not null default 1, "created_at" bigint not null,
  "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "banned_words_action" on "banned_words" ("action", "id");

CREATE INDEX "banned_words_category" on "banned_words" ("category", "id");

CREATE INDEX "banned_words_created_at" on "banned_words" ("created_at", "id");

CREATE INDEX "banned_words_hit_count" on "banned_words" ("hit_count", "id");

CREATE INDEX "banned_words_last_hit_at" on "banned_words" ("last_hit_at", "id");

CREATE INDEX "banned_words_level" on "banned_words" ("level", "id");

CREATE INDEX "banned_words_match" on "banned_words" ("match", "id");

CREATE INDEX "banned_words_status" on "banned_words" ("status", "id");

CREATE INDEX banned_words_version on banned_words (version);

CREATE UNIQUE INDEX "banned_words_word_match_unique" on "banned_words" ("word", "match");

CREATE VIRTUAL TABLE "banned_words_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE captchas (
  id_hash text primary key,
  purpose text not null,
  answer_mac text not null,
  expires_at bigint not null
);

CREATE INDEX captchas_expiry on captchas (expires_at);

CREATE TABLE chat_message_origins (
  session_id bigint not null,
  client_id text not null,
  message_id bigint not null,
  primary key (session_id, client_id)
);

CREATE TABLE "chat_messages" (
  "id" integer primary key autoincrement, "session_id" bigint not null references "chat_sessions" ("id"), "user_id" bigint, "seq" bigint,
  "role" text, "content" text, "reasoning" text, "attachments" text, "model_name" text,
  "prompt_tokens" bigint, "completion_tokens" bigint, "latency_ms" bigint, "status" text, "error" text,
  "feedback" text, "flagged" integer not null, "banned_hits" text, "created_at" bigint not null
);

CREATE INDEX "chat_messages_created_at" on "chat_messages" ("created_at", "id");

CREATE INDEX "chat_messages_feedback" on "chat_messages" ("feedback", "id");

CREATE INDEX "chat_messages_flagged" on "chat_messages" ("flagged", "id");

CREATE INDEX "chat_messages_model_name" on "chat_messages" ("model_name", "id");

CREATE INDEX "chat_messages_role" on "chat_messages" ("role", "id");

CREATE INDEX "chat_messages_session_id" on "chat_messages" ("session_id", "id");

CREATE UNIQUE INDEX "chat_messages_session_id_seq_unique" on "chat_messages" ("session_id", "seq");

CREATE INDEX "chat_messages_status" on "chat_messages" ("status", "id");

CREATE INDEX "chat_messages_user_id" on "chat_messages" ("user_id", "id");

CREATE VIRTUAL TABLE "chat_messages_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE chat_session_origins (
  client_id text primary key,
  session_id bigint not null
);

CREATE TABLE "chat_sessions" (
  "id" integer primary key autoincrement, "user_id" bigint, "title" text, "kind" text, "model_name" text, "message_count" bigint,
  "tokens" bigint, "pinned" integer not null, "last_at" bigint, "created_at" bigint not null
);

CREATE INDEX "chat_sessions_created_at" on "chat_sessions" ("created_at", "id");

CREATE INDEX "chat_sessions_kind_last_at" on "chat_sessions" ("kind", "last_at", "id");

CREATE INDEX "chat_sessions_last_at" on "chat_sessions" ("last_at", "id");

CREATE INDEX "chat_sessions_model_name_last_at" on "chat_sessions" ("model_name", "last_at", "id");

CREATE INDEX "chat_sessions_user_id_last_at" on "chat_sessions" ("user_id", "last_at", "id");

CREATE VIRTUAL TABLE "chat_sessions_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE chat_tallies (
  dimension text not null,
  bucket bigint not null,
  tally_key text not null,
  sessions bigint not null,
  messages bigint not null,
  tokens bigint not null,
  primary key (dimension, bucket, tally_key)
);

CREATE TABLE "credit_lots" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "wallet_id" bigint not null references "wallets" ("id"),
  "asset" text not null,
  "source" text,
  "source_id" bigint,
  "amount" bigint not null,
  "remaining" bigint not null default 0,
  "held" bigint not null default 0,
  "expires_at" bigint,
  "capabilities" text,
  "created_at" bigint not null,
  check (0 <= "held" and "held" <= "remaining" and "remaining" <= "amount")
);

CREATE INDEX "credit_lots_asset" on "credit_lots" ("asset", "id");

CREATE INDEX "credit_lots_created_at" on "credit_lots" ("created_at", "id");

CREATE INDEX "credit_lots_due" on "credit_lots" ("expires_at") where "remaining" > "held";

CREATE INDEX "credit_lots_expires_at" on "credit_lots" ("expires_at", "id");

CREATE INDEX "credit_lots_open" on "credit_lots" ("wallet_id", "expires_at") where "remaining" > "held";

CREATE INDEX "credit_lots_source" on "credit_lots" ("source", "id");

CREATE INDEX "credit_lots_user_id" on "credit_lots" ("user_id", "id");

CREATE INDEX "credit_lots_wallet_id" on "credit_lots" ("wallet_id", "id");

CREATE TABLE files (
  "id" integer primary key autoincrement,
  name text not null,
  sha256 text not null,
  media_type text not null,
  size bigint not null,
  width integer not null,
  height integer not null,
  original_name text not null,
  content blob not null,
  created_at bigint not null,
  created_by bigint
);

CREATE UNIQUE INDEX files_name on files (name);

CREATE UNIQUE INDEX files_sha256 on files (sha256);

CREATE TABLE guess_counters (
  name text primary key,
  tries integer not null,
  started_at bigint not null,
  ends_at bigint not null
);

CREATE INDEX guess_counters_end on guess_counters (ends_at);

CREATE TABLE "help_docs" (
  "id" integer primary key autoincrement, "title" text not null, "title_en" text, "slug" text not null, "category" text not null,
  "content" text not null, "content_en" text, "cover" text, "tags" text, "pinned" integer not null,
  "status" text not null, "published_at" bigint, "sort" bigint, "version" bigint not null default 1,
  "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "help_docs_category_sort" on "help_docs" ("category", "sort", "id");

CREATE INDEX "help_docs_created_at" on "help_docs" ("created_at", "id");

CREATE INDEX "help_docs_pinned_sort" on "help_docs" ("pinned", "sort", "id");

CREATE INDEX "help_docs_published_at" on "help_docs" ("published_at", "id");

CREATE UNIQUE INDEX "help_docs_slug_unique" on "help_docs" ("slug");

CREATE INDEX "help_docs_sort" on "help_docs" ("sort", "id");

CREATE INDEX "help_docs_status_sort" on "help_docs" ("status", "sort", "id");

CREATE VIRTUAL TABLE "help_docs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "holds" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "wallet_id" bigint,
  "asset" text not null,
  "capability" text,
  "request_id" text,
  "amount" bigint not null,
  "captured_amount" bigint not null default 0,
  "written_off" bigint not null default 0,
  "lots" text,
  "expires_at" bigint,
  "settled_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "holds_capability" on "holds" ("capability", "id");

CREATE INDEX "holds_created_at" on "holds" ("created_at", "id");

CREATE INDEX "holds_due" on "holds" ("expires_at") where "status" = 'held';

CREATE INDEX "holds_expires_at" on "holds" ("expires_at", "id");

CREATE UNIQUE INDEX "holds_no_unique" on "holds" ("no");

CREATE INDEX "holds_status" on "holds" ("status", "id");

CREATE INDEX "holds_user_id" on "holds" ("user_id", "id");

CREATE UNIQUE INDEX "holds_user_id_request_id_unique" on "holds" ("user_id", "request_id");

CREATE TABLE "idempotency_keys" (
  "actor_id" bigint not null, "key" text not null, "call" text not null, "body_hash" text not null,
  "code" integer, "answer" text, "created_at" bigint not null, primary key ("actor_id", "key")
);

CREATE INDEX "idempotency_keys_created_at" on "idempotency_keys" ("created_at");

CREATE TABLE leases (
  name text primary key,
  holder text not null,
  until bigint not null
);

CREATE TABLE "ledger_entries" (
  "id" integer primary key autoincrement,
  "user_id" bigint references "users" ("id"),
  "account" text,
  "wallet_id" bigint,
  "lot_id" bigint,
  "asset" text not null,
  "seq" bigint,
  "delta" bigint not null,
  "balance_after" bigint,
  "cause" text not null,
  "cause_id" text,
  "operator" text,
  "operator_id" bigint,
  "reason" text,
  "reversal_of" bigint,
  "transaction_id" text not null,
  "created_at" bigint not null
);

CREATE INDEX "ledger_entries_cause" on "ledger_entries" ("cause", "id");

CREATE INDEX "ledger_entries_cause_id" on "ledger_entries" ("cause_id", "id");

CREATE INDEX "ledger_entries_created_at" on "ledger_entries" ("created_at", "id");

CREATE TRIGGER "ledger_entries_no_delete" before delete on "ledger_entries"
  begin select raise(abort, 'ledger_entries is appended to only'); end;

CREATE TRIGGER "ledger_entries_no_update" before update on "ledger_entries"
  begin select raise(abort, 'ledger_entries is appended to only'); end;

CREATE INDEX "ledger_entries_transaction_id" on "ledger_entries" ("transaction_id", "id");

CREATE INDEX "ledger_entries_user_id" on "ledger_entries" ("user_id", "id");

CREATE INDEX "ledger_entries_wallet_id" on "ledger_entries" ("wallet_id", "id");

CREATE UNIQUE INDEX "ledger_entries_wallet_id_seq_unique" on "ledger_entries" ("wallet_id", "seq");

CREATE TABLE "ledger_postings" (
  "transaction_id" text primary key,
  "cause" text not null,
  "cause_id" text not null,
  "created_at" bigint not null
);

CREATE TABLE "login_logs" (
  "id" integer primary key autoincrement, "username" text, "ip" text, "user_agent" text, "result" text, "created_at" bigint not null
);

CREATE INDEX "login_logs_created_at" on "login_logs" ("created_at", "id");

CREATE INDEX "login_logs_result" on "login_logs" ("result", "id");

CREATE INDEX "login_logs_username" on "login_logs" ("username", "id");

CREATE TABLE "notices" (
  "id" integer primary key autoincrement, "title" text not null, "title_en" text, "type" text not null, "level" text not null,
  "content" text not null, "content_en" text, "display" text not null, "audience" text not null,
  "platforms" text, "start_at" bigint, "end_at" bigint, "dismissible" integer not null,
  "pinned" integer not null, "status" text not null, "version" bigint not null default 1,
  "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "notices_audience" on "notices" ("audience", "id");

CREATE INDEX "notices_created_at" on "notices" ("created_at", "id");

CREATE INDEX "notices_end_at" on "notices" ("end_at", "id");

CREATE INDEX "notices_level" on "notices" ("level", "id");

CREATE INDEX "notices_start_at" on "notices" ("start_at", "id");

CREATE INDEX "notices_status" on "notices" ("status", "id");

CREATE INDEX "notices_type" on "notices" ("type", "id");

CREATE VIRTUAL TABLE "notices_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE notification_marks (
  notification_id bigint not null references notifications (id),
  admin_id bigint not null,
  read_at bigint not null,
  primary key (notification_id, admin_id)
);

CREATE TABLE notifications (
  "id" integer primary key autoincrement,
  type text not null,
  event text not null,
  severity text not null,
  audience text not null,
  admin_id bigint,
  dedupe_key text not null,
  happened bigint not null,
  params text not null,
  route text,
  created_at bigint not null,
  updated_at bigint not null
);

CREATE UNIQUE INDEX notifications_dedupe_key on notifications (dedupe_key);

CREATE INDEX notifications_updated_at on notifications (updated_at, id);

CREATE TABLE recovery_codes (
  "id" integer primary key autoincrement,
  admin_id bigint not null,
  code_mac text not null,
  used_at bigint
);

CREATE UNIQUE INDEX recovery_codes_code on recovery_codes (admin_id, code_mac);

CREATE TABLE "redeem_batches" (
  "id" integer primary key autoincrement,
  "no" text,
  "name" text not null,
  "kind" text,
  "mode" text,
  "coin" bigint,
  "power" bigint,
  "count" bigint,
  "max_uses" bigint,
  "per_user_limit" bigint,
  "credit_days" bigint,
  "valid_from" bigint,
  "expires_at" bigint,
  "channel" text,
  "cost" bigint,
  "used" bigint,
  "voided" bigint,
  "exported_at" bigint,
  "remark" text,
  "code_key" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "redeem_batches_channel" on "redeem_batches" ("channel", "id");

CREATE INDEX "redeem_batches_created_at" on "redeem_batches" ("created_at", "id");

CREATE INDEX "redeem_batches_expires_at" on "redeem_batches" ("expires_at", "id");

CREATE INDEX "redeem_batches_kind" on "redeem_batches" ("kind", "id");

CREATE INDEX "redeem_batches_mode" on "redeem_batches" ("mode", "id");

CREATE UNIQUE INDEX "redeem_batches_no_unique" on "redeem_batches" ("no");

CREATE INDEX "redeem_batches_status" on "redeem_batches" ("status", "id");

CREATE VIRTUAL TABLE "redeem_batches_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "redeem_codes" (
  "id" integer primary key autoincrement,
  "code_hash" text not null,
  "code_enc" text not null,
  "tail" text,
  "batch_id" bigint not null references "redeem_batches" ("id"),
  "max_uses" bigint,
  "used_count" bigint,
  "expires_at" bigint,
  "used_at" bigint,
  "void_reason" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "redeem_codes_batch_id" on "redeem_codes" ("batch_id", "id");

CREATE UNIQUE INDEX "redeem_codes_code_hash_unique" on "redeem_codes" ("code_hash");

CREATE INDEX "redeem_codes_created_at" on "redeem_codes" ("created_at", "id");

CREATE INDEX "redeem_codes_expires_at" on "redeem_codes" ("expires_at", "id");

CREATE INDEX "redeem_codes_status" on "redeem_codes" ("status", "id");

CREATE INDEX "redeem_codes_tail" on "redeem_codes" ("tail", "id");

CREATE INDEX "redeem_codes_used_at" on "redeem_codes" ("used_at", "id");

CREATE TABLE "redemptions" (
  "id" integer primary key autoincrement,
  "code_id" bigint not null references "redeem_codes" ("id"),
  "batch_id" bigint not null references "redeem_batches" ("id"),
  "user_id" bigint not null references "users" ("id"),
  "nth" bigint,
  "grants" text,
  "ip" text,
  "created_at" bigint not null
);

CREATE INDEX "redemptions_batch_id" on "redemptions" ("batch_id", "id");

CREATE INDEX "redemptions_code_id" on "redemptions" ("code_id", "id");

CREATE UNIQUE INDEX "redemptions_code_id_user_id_nth_unique" on "redemptions" ("code_id", "user_id", "nth");

CREATE INDEX "redemptions_created_at" on "redemptions" ("created_at", "id");

CREATE TRIGGER "redemptions_no_delete" before delete on "redemptions"
  begin select raise(abort, 'redemptions is appended to only'); end;

CREATE TRIGGER "redemptions_no_update" before update on "redemptions"
  begin select raise(abort, 'redemptions is appended to only'); end;

CREATE INDEX "redemptions_user_id" on "redemptions" ("user_id", "id");

CREATE TABLE "schema_migrations"
  ("id" text primary key, "checksum" text not null, "applied_at" bigint not null);

CREATE TABLE secret_roots (
  id bigint primary key,
  sealed text not null
);

CREATE TABLE "service_clients" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "client_id" text not null,
  "scopes" text not null,
  "ip_allowlist" text,
  "rate_per_minute" bigint not null,
  "last_used_at" bigint,
  "expires_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint, "updated_by" bigint
);

CREATE UNIQUE INDEX "service_clients_client_id_unique" on "service_clients" ("client_id");

CREATE INDEX "service_clients_created_at" on "service_clients" ("created_at", "id");

CREATE UNIQUE INDEX "service_clients_name_unique" on "service_clients" ("name");

CREATE INDEX "service_clients_status" on "service_clients" ("status", "id");

CREATE VIRTUAL TABLE "service_clients_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "service_secrets" (
  "id" integer primary key autoincrement,
  "client_id" bigint not null references "service_clients" ("id") on delete cascade,
  "hash" text not null,
  "expires_at" bigint,
  "created_at" bigint not null
);

CREATE INDEX "service_secrets_client_id" on "service_secrets" ("client_id");

CREATE TABLE session_epochs (
  id bigint primary key,
  epoch bigint not null
);

CREATE TABLE setting_histories (
  "id" integer primary key autoincrement,
  page text not null,
  group_name text not null,
  version bigint not null,
  before_content text not null,
  after_content text not null,
  changed_by bigint,
  changed_by_name text not null,
  changed_at bigint not null
);

CREATE INDEX setting_histories_page on setting_histories (page, group_name, id);

CREATE TABLE setting_secrets (
  "id" integer primary key autoincrement,
  page text not null,
  group_name text not null,
  field text not null,
  sealed text not null,
  mask text not null,
  mac text not null
);

CREATE UNIQUE INDEX setting_secrets_field on setting_secrets (page, group_name, field);

CREATE TABLE settings (
  "id" integer primary key autoincrement,
  page text not null,
  group_name text not null,
  version bigint not null,
  content text not null,
  updated_at bigint not null,
  updated_by bigint
);

CREATE UNIQUE INDEX settings_group on settings (page, group_name);

CREATE TABLE "usage_daily" (
  "id" integer primary key autoincrement,
  "day" text not null,
  "user_id" bigint not null,
  "capability" text not null,
  "model_id" bigint not null,
  "api_key_id" bigint not null,
  "requests" bigint not null,
  "success" bigint not null,
  "failed" bigint not null,
  "prompt_tokens" bigint not null,
  "completion_tokens" bigint not null,
  "units" bigint not null,
  "charged_coin" bigint not null,
  "charged_power" bigint not null,
  "upstream_cost" bigint not null
);

CREATE UNIQUE INDEX "usage_daily_keys_unique" on "usage_daily" ("day", "user_id", "capability", "model_id", "api_key_id");

CREATE INDEX "usage_daily_user_id" on "usage_daily" ("user_id", "day");

CREATE TABLE "usage_records" (
  "id" integer primary key autoincrement,
  "request_id" text not null,
  "user_id" bigint not null references "users" ("id"),
  "capability" text not null,
  "model_id" bigint,
  "model_name" text,
  "api_key_id" bigint,
  "prompt_tokens" bigint not null default 0,
  "completion_tokens" bigint not null default 0,
  "units" bigint not null default 0,
  "asset" text not null,
  "list_amount" bigint not null default 0,
  "charged_amount" bigint not null default 0,
  "upstream_cost" bigint not null default 0,
  "status" text,
  "error_code" text,
  "latency_ms" bigint,
  "stream" integer not null,
  "day" text not null,
  "hold_id" bigint,
  "created_at" bigint not null
);

CREATE INDEX "usage_records_api_key_id" on "usage_records" ("api_key_id", "id");

CREATE INDEX "usage_records_capability" on "usage_records" ("capability", "id");

CREATE INDEX "usage_records_created_at" on "usage_records" ("created_at", "id");

CREATE INDEX "usage_records_day" on "usage_records" ("day", "id");

CREATE INDEX "usage_records_model_id" on "usage_records" ("model_id", "id");

CREATE INDEX "usage_records_request_id" on "usage_records" ("request_id", "id");

CREATE INDEX "usage_records_user_id" on "usage_records" ("user_id", "id");

CREATE UNIQUE INDEX "usage_records_user_id_request_id_unique" on "usage_records" ("user_id", "request_id");

CREATE TABLE "users" (
  "id" integer primary key autoincrement,
  "username" text not null,
  "nickname" text,
  "avatar" text,
  "email" text,
  "phone" text,
  "kind" text not null,
  "source" text,
  "tags" text,
  "remark" text,
  "locale" text,
  "invite_code" text,
  "inviter_id" bigint references "users" ("id"),
  "vip_level" bigint not null default 0,
  "vip_expires_at" bigint,
  "coin_balance" bigint not null default 0,
  "power_balance" bigint not null default 0,
  "total_paid" bigint not null default 0,
  "order_count" bigint not null default 0,
  "sign_streak" bigint not null default 0,
  "register_ip" text,
  "last_active_at" bigint,
  "ban_reason" text,
  "ban_until" bigint,
  "token_version" bigint not null default 1,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "users_coin_balance" on "users" ("coin_balance", "id");

CREATE INDEX "users_created_at" on "users" ("created_at", "id");

CREATE INDEX "users_email" on "users" ("email", "id");

CREATE UNIQUE INDEX "users_email_unique" on "users" ("email");

CREATE UNIQUE INDEX "users_invite_code_unique" on "users" ("invite_code");

CREATE INDEX "users_inviter_id" on "users" ("inviter_id", "id");

CREATE INDEX "users_kind" on "users" ("kind", "id");

CREATE INDEX "users_last_active_at" on "users" ("last_active_at", "id");

CREATE INDEX "users_phone" on "users" ("phone", "id");

CREATE UNIQUE INDEX "users_phone_unique" on "users" ("phone");

CREATE INDEX "users_power_balance" on "users" ("power_balance", "id");

CREATE INDEX "users_source" on "users" ("source", "id");

CREATE INDEX "users_status" on "users" ("status", "id");

CREATE INDEX "users_total_paid" on "users" ("total_paid", "id");

CREATE UNIQUE INDEX "users_username_unique" on "users" ("username");

CREATE INDEX "users_vip_level" on "users" ("vip_level", "id");

CREATE VIRTUAL TABLE "users_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "violation_logs" (
  "id" integer primary key autoincrement, "user_id" bigint, "source" text, "scope" text, "excerpt" text, "words" text, "action_taken" text,
  "handled" text not null, "note" text, "version" bigint not null default 1, "created_at" bigint not null,
  "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
);

CREATE INDEX "violation_logs_action_taken" on "violation_logs" ("action_taken", "id");

CREATE INDEX "violation_logs_created_at" on "violation_logs" ("created_at", "id");

CREATE INDEX "violation_logs_handled" on "violation_logs" ("handled", "id");

CREATE INDEX "violation_logs_source" on "violation_logs" ("source", "id");

CREATE INDEX "violation_logs_user_id" on "violation_logs" ("user_id", "id");

CREATE VIRTUAL TABLE "violation_logs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "wallets" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "asset" text not null,
  "balance" bigint not null default 0,
  "held" bigint not null default 0,
  "debt" bigint not null default 0,
  "last_seq" bigint not null default 0,
  "changed_at" bigint,
  "created_at" bigint not null,
  check ("held" >= 0 and "debt" >= 0)
);

CREATE INDEX "wallets_balance" on "wallets" ("balance", "id");

CREATE INDEX "wallets_created_at" on "wallets" ("created_at", "id");

CREATE INDEX "wallets_debt" on "wallets" ("debt", "id");

CREATE INDEX "wallets_user_id" on "wallets" ("user_id", "id");

CREATE UNIQUE INDEX "wallets_user_id_asset_unique" on "wallets" ("user_id", "asset");

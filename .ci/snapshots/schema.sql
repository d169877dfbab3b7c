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
  revoked_cause text,
  "version" bigint not null default 1,
  "updated_at" bigint not null default 0,
  "created_by" bigint,
  "updated_by" bigint,
  "status" text not null default 'live'
);

CREATE INDEX admin_sessions_admin on admin_sessions (admin_id, revoked_at);

CREATE INDEX "admin_sessions_created_at" on "admin_sessions" ("created_at", "id");

CREATE INDEX "admin_sessions_expires_at" on "admin_sessions" ("expires_at", "id");

CREATE INDEX admin_sessions_expiry on admin_sessions (expires_at);

CREATE INDEX "admin_sessions_last_seen_at" on "admin_sessions" ("last_seen_at", "id");

CREATE UNIQUE INDEX admin_sessions_token on admin_sessions (token_hash);

CREATE INDEX "admin_sessions_updated_at" on "admin_sessions" ("updated_at", "id");

CREATE TABLE "admins" (
  "id" integer primary key autoincrement,
  "username" text not null,
  "name" text not null,
  "role" text not null,
  "avatar" text,
  "email" text,
  "phone" text,
  "job" text,
  "job_name" text,
  "organization" text,
  "organization_name" text,
  "location" text,
  "location_name" text,
  "introduction" text,
  "personal_website" text,
  "certification" bigint,
  "totp_enabled" integer not null,
  "must_change_password" integer not null,
  "locked_until" bigint,
  "last_login_at" bigint,
  "last_login_ip" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "permission_set" text,
  "require_two_factor" integer not null default 0,
  "username_key" text,
  "email_key" text
);

CREATE INDEX "admins_created_at" on "admins" ("created_at", "id");

CREATE UNIQUE INDEX "admins_email_key_unique" on "admins" ("email_key");

CREATE INDEX "admins_last_login_at" on "admins" ("last_login_at", "id");

CREATE INDEX "admins_locked_until" on "admins" ("locked_until", "id");

CREATE INDEX "admins_require_two_factor" on "admins" ("require_two_factor", "id");

CREATE INDEX "admins_role" on "admins" ("role", "id");

CREATE INDEX "admins_status" on "admins" ("status", "id");

CREATE INDEX "admins_totp_enabled" on "admins" ("totp_enabled", "id");

CREATE INDEX "admins_updated_at" on "admins" ("updated_at", "id");

CREATE UNIQUE INDEX "admins_username_key_unique" on "admins" ("username_key");

CREATE UNIQUE INDEX "admins_username_unique" on "admins" ("username");

CREATE VIRTUAL TABLE "admins_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "agent_categories" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "icon_id" bigint references "ai_icons" ("id"),
  "member_only" integer not null,
  "hidden_from_others" integer not null,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "agent_categories_created_at" on "agent_categories" ("created_at", "id");

CREATE INDEX "agent_categories_icon_id_sort" on "agent_categories" ("icon_id", "sort", "id");

CREATE INDEX "agent_categories_member_only_sort" on "agent_categories" ("member_only", "sort", "id");

CREATE UNIQUE INDEX "agent_categories_name_unique" on "agent_categories" ("name");

CREATE INDEX "agent_categories_sort" on "agent_categories" ("sort", "id");

CREATE INDEX "agent_categories_status_sort" on "agent_categories" ("status", "sort", "id");

CREATE INDEX "agent_categories_updated_at" on "agent_categories" ("updated_at", "id");

CREATE VIRTUAL TABLE "agent_categories_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "agent_versions" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null references "agents" ("id"),
  "no" bigint not null,
  "note" text,
  "publisher" text,
  "content" text,
  "created_at" bigint not null
);

CREATE INDEX "agent_versions_created_at" on "agent_versions" ("created_at", "id");

CREATE INDEX "agent_versions_no" on "agent_versions" ("no", "id");

CREATE INDEX "agent_versions_owner_id" on "agent_versions" ("owner_id", "id");

CREATE UNIQUE INDEX "agent_versions_owner_id_no_unique" on "agent_versions" ("owner_id", "no");

CREATE TABLE "agents" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "key" text not null,
  "category_id" bigint not null references "agent_categories" ("id"),
  "avatar" text,
  "intro" text,
  "opening" text,
  "suggestions" text,
  "system_prompt" text not null,
  "variables" text,
  "few_shot" text,
  "model_id" bigint references "ai_models" ("id"),
  "temperature" bigint,
  "tools" text,
  "owner_type" text not null,
  "owner_id" bigint references "users" ("id"),
  "required_vip_level" bigint,
  "price" bigint,
  "use_count" bigint,
  "like_count" bigint,
  "sort" bigint,
  "status" text not null,
  "published_version" bigint,
  "published_at" bigint,
  "reject_reason" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "knowledge_bases" text,
  "changed_since" integer not null default 0
);

CREATE INDEX "agents_category_id_sort" on "agents" ("category_id", "sort", "id");

CREATE INDEX "agents_changed_since_sort" on "agents" ("changed_since", "sort", "id");

CREATE INDEX "agents_created_at" on "agents" ("created_at", "id");

CREATE UNIQUE INDEX "agents_key_unique" on "agents" ("key");

CREATE INDEX "agents_model_id_sort" on "agents" ("model_id", "sort", "id");

CREATE INDEX "agents_owner_id_sort" on "agents" ("owner_id", "sort", "id");

CREATE INDEX "agents_owner_type_sort" on "agents" ("owner_type", "sort", "id");

CREATE INDEX "agents_published_at" on "agents" ("published_at", "id");

CREATE INDEX "agents_published_version" on "agents" ("published_version", "id");

CREATE INDEX "agents_required_vip_level" on "agents" ("required_vip_level", "id");

CREATE INDEX "agents_required_vip_level_sort" on "agents" ("required_vip_level", "sort", "id");

CREATE INDEX "agents_sort" on "agents" ("sort", "id");

CREATE INDEX "agents_status_sort" on "agents" ("status", "sort", "id");

CREATE INDEX "agents_updated_at" on "agents" ("updated_at", "id");

CREATE INDEX "agents_use_count" on "agents" ("use_count", "id");

CREATE VIRTUAL TABLE "agents_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "ai_backgrounds" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "scene" text not null,
  "kind" text not null,
  "picture" text,
  "color" text,
  "color_to" text,
  "video" text,
  "dark" integer not null,
  "vip_only" integer not null,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "ai_backgrounds_created_at" on "ai_backgrounds" ("created_at", "id");

CREATE INDEX "ai_backgrounds_kind_sort" on "ai_backgrounds" ("kind", "sort", "id");

CREATE UNIQUE INDEX "ai_backgrounds_scene_name_unique" on "ai_backgrounds" ("scene", "name");

CREATE INDEX "ai_backgrounds_scene_sort" on "ai_backgrounds" ("scene", "sort", "id");

CREATE INDEX "ai_backgrounds_sort" on "ai_backgrounds" ("sort", "id");

CREATE INDEX "ai_backgrounds_status_sort" on "ai_backgrounds" ("status", "sort", "id");

CREATE INDEX "ai_backgrounds_updated_at" on "ai_backgrounds" ("updated_at", "id");

CREATE INDEX "ai_backgrounds_use_count" on "ai_backgrounds" ("use_count", "id");

CREATE INDEX "ai_backgrounds_vip_only_sort" on "ai_backgrounds" ("vip_only", "sort", "id");

CREATE VIRTUAL TABLE "ai_backgrounds_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "ai_icons" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "group" text not null,
  "picture" text not null,
  "bg_color" text,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "ai_icons_created_at" on "ai_icons" ("created_at", "id");

CREATE UNIQUE INDEX "ai_icons_group_name_unique" on "ai_icons" ("group", "name");

CREATE INDEX "ai_icons_group_sort" on "ai_icons" ("group", "sort", "id");

CREATE INDEX "ai_icons_sort" on "ai_icons" ("sort", "id");

CREATE INDEX "ai_icons_status_sort" on "ai_icons" ("status", "sort", "id");

CREATE INDEX "ai_icons_updated_at" on "ai_icons" ("updated_at", "id");

CREATE VIRTUAL TABLE "ai_icons_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "ai_models" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "code" text not null,
  "type" text not null,
  "provider" text not null,
  "key_group" text not null,
  "icon_id" bigint references "ai_icons" ("id"),
  "description" text,
  "tags" text,
  "billing_mode" text not null,
  "asset" text not null,
  "price_unit" bigint not null,
  "price_in" bigint not null,
  "price_out" bigint not null,
  "think_bps" bigint not null,
  "min_charge" bigint not null,
  "upstream_in" bigint not null,
  "upstream_out" bigint not null,
  "max_context" bigint not null,
  "max_output" bigint not null,
  "timeout_s" bigint not null,
  "rate_per_hour" bigint,
  "caps" text,
  "system_prompt" text,
  "fallback_id" bigint references "ai_models" ("id"),
  "second_fallback_id" bigint references "ai_models" ("id"),
  "required_vip_level" bigint not null,
  "visible" integer not null,
  "sort" bigint not null,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "ai_models_asset_sort" on "ai_models" ("asset", "sort", "id");

CREATE INDEX "ai_models_billing_mode_sort" on "ai_models" ("billing_mode", "sort", "id");

CREATE INDEX "ai_models_created_at" on "ai_models" ("created_at", "id");

CREATE INDEX "ai_models_fallback_id_sort" on "ai_models" ("fallback_id", "sort", "id");

CREATE INDEX "ai_models_icon_id_sort" on "ai_models" ("icon_id", "sort", "id");

CREATE INDEX "ai_models_key_group_sort" on "ai_models" ("key_group", "sort", "id");

CREATE INDEX "ai_models_price_in" on "ai_models" ("price_in", "id");

CREATE INDEX "ai_models_price_out" on "ai_models" ("price_out", "id");

CREATE INDEX "ai_models_price_unit" on "ai_models" ("price_unit", "id");

CREATE UNIQUE INDEX "ai_models_provider_code_key_group_unique" on "ai_models" ("provider", "code", "key_group");

CREATE INDEX "ai_models_provider_sort" on "ai_models" ("provider", "sort", "id");

CREATE INDEX "ai_models_required_vip_level" on "ai_models" ("required_vip_level", "id");

CREATE INDEX "ai_models_required_vip_level_sort" on "ai_models" ("required_vip_level", "sort", "id");

CREATE INDEX "ai_models_second_fallback_id_sort" on "ai_models" ("second_fallback_id", "sort", "id");

CREATE INDEX "ai_models_sort" on "ai_models" ("sort", "id");

CREATE INDEX "ai_models_status_sort" on "ai_models" ("status", "sort", "id");

CREATE INDEX "ai_models_type_sort" on "ai_models" ("type", "sort", "id");

CREATE INDEX "ai_models_updated_at" on "ai_models" ("updated_at", "id");

CREATE INDEX "ai_models_visible_sort" on "ai_models" ("visible", "sort", "id");

CREATE VIRTUAL TABLE "ai_models_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "ai_techs" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "title_en" text,
  "type" text not null,
  "category" text not null,
  "summary" text,
  "summary_en" text,
  "cover" text,
  "link_kind" text not null,
  "link" text not null,
  "badge" text,
  "tags" text,
  "is_hot" integer not null,
  "required_vip_level" bigint,
  "click_count" bigint,
  "status" text not null,
  "publish_at" bigint,
  "published_at" bigint,
  "sort" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "ai_techs_category_sort" on "ai_techs" ("category", "sort", "id");

CREATE INDEX "ai_techs_click_count" on "ai_techs" ("click_count", "id");

CREATE INDEX "ai_techs_created_at" on "ai_techs" ("created_at", "id");

CREATE INDEX "ai_techs_is_hot_sort" on "ai_techs" ("is_hot", "sort", "id");

CREATE INDEX "ai_techs_publish_at" on "ai_techs" ("publish_at", "id");

CREATE INDEX "ai_techs_published_at" on "ai_techs" ("published_at", "id");

CREATE INDEX "ai_techs_required_vip_level" on "ai_techs" ("required_vip_level", "id");

CREATE INDEX "ai_techs_sort" on "ai_techs" ("sort", "id");

CREATE INDEX "ai_techs_status_sort" on "ai_techs" ("status", "sort", "id");

CREATE UNIQUE INDEX "ai_techs_title_unique" on "ai_techs" ("title");

CREATE INDEX "ai_techs_type_sort" on "ai_techs" ("type", "sort", "id");

CREATE INDEX "ai_techs_updated_at" on "ai_techs" ("updated_at", "id");

CREATE VIRTUAL TABLE "ai_techs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "alert_channels" (
  "channel" text primary key,
  "failures" bigint not null,
  "problem" text,
  "tried_at" bigint not null,
  "next_at" bigint not null,
  "notified_at" bigint
);

CREATE TABLE "allow_words" (
  "id" integer primary key autoincrement,
  "phrase" text not null,
  "note" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "allow_words_created_at" on "allow_words" ("created_at", "id");

CREATE UNIQUE INDEX "allow_words_phrase_unique" on "allow_words" ("phrase");

CREATE INDEX "allow_words_updated_at" on "allow_words" ("updated_at", "id");

CREATE INDEX allow_words_version on allow_words (version);

CREATE VIRTUAL TABLE "allow_words_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "api_key_events" (
  "id" integer primary key autoincrement,
  "key_id" bigint not null,
  "key_name" text,
  "from_state" text,
  "to_state" text,
  "cause" text,
  "code" text,
  "message" text,
  "actor" text,
  "created_at" bigint not null
);

CREATE INDEX "api_key_events_cause" on "api_key_events" ("cause", "id");

CREATE INDEX "api_key_events_code" on "api_key_events" ("code", "id");

CREATE INDEX "api_key_events_created_at" on "api_key_events" ("created_at", "id");

CREATE INDEX "api_key_events_key_id" on "api_key_events" ("key_id", "id");

CREATE TRIGGER "api_key_events_no_delete" before delete on "api_key_events"
  begin select raise(abort, 'api_key_events is appended to only'); end;

CREATE TRIGGER "api_key_events_no_update" before update on "api_key_events"
  begin select raise(abort, 'api_key_events is appended to only'); end;

CREATE INDEX "api_key_events_to_state" on "api_key_events" ("to_state", "id");

CREATE TABLE "api_keys" (
  "id" integer primary key autoincrement,
  "name" text,
  "provider" text not null,
  "key_group" text not null,
  "secret" text,
  "fingerprint" text,
  "mask" text,
  "base_url" text not null,
  "models" text,
  "model_map" text,
  "test_model" text,
  "priority" bigint not null,
  "weight" bigint not null,
  "max_concurrency" bigint not null,
  "daily_cost_cap" bigint,
  "auto_ban" integer not null,
  "fail_threshold" bigint not null,
  "status" text not null,
  "in_flight" bigint,
  "fail_streak" bigint,
  "last_error_code" text,
  "last_error" text,
  "cool_until" bigint,
  "cool_level" bigint,
  "next_probe_at" bigint,
  "last_used_at" bigint,
  "last_test_at" bigint,
  "last_test_ms" bigint,
  "cost_today" bigint,
  "cost_day" text,
  "tag" text,
  "remark" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "rpm" bigint,
  "tpm" bigint,
  "balance_source" text not null default 'none',
  "upstream_balance" bigint,
  "balance_currency" text,
  "balance_at" bigint,
  "expires_at" bigint,
  "org" text,
  "proxy_url" text,
  "proxy_mask" text,
  "low_balance" bigint,
  "balance_is_low" integer not null default 0,
  "balance_due_at" bigint,
  "success_bps" bigint,
  "trouble" bigint not null default 0
);

CREATE INDEX "api_keys_balance_is_low_priority" on "api_keys" ("balance_is_low", "priority", "id");

CREATE INDEX "api_keys_choice" on "api_keys" ("key_group", "status", "priority");

CREATE INDEX "api_keys_cool_until" on "api_keys" ("cool_until");

CREATE INDEX "api_keys_created_at" on "api_keys" ("created_at", "id");

CREATE INDEX "api_keys_expires_at" on "api_keys" ("expires_at", "id");

CREATE UNIQUE INDEX "api_keys_fingerprint_unique" on "api_keys" ("fingerprint");

CREATE INDEX "api_keys_key_group_priority" on "api_keys" ("key_group", "priority", "id");

CREATE INDEX "api_keys_last_error_code_priority" on "api_keys" ("last_error_code", "priority", "id");

CREATE INDEX "api_keys_last_test_at" on "api_keys" ("last_test_at", "id");

CREATE INDEX "api_keys_last_used_at" on "api_keys" ("last_used_at", "id");

CREATE INDEX "api_keys_max_concurrency" on "api_keys" ("max_concurrency", "id");

CREATE INDEX "api_keys_next_probe_at" on "api_keys" ("next_probe_at");

CREATE INDEX "api_keys_priority" on "api_keys" ("priority", "id");

CREATE INDEX "api_keys_provider_priority" on "api_keys" ("provider", "priority", "id");

CREATE INDEX "api_keys_status_priority" on "api_keys" ("status", "priority", "id");

CREATE INDEX "api_keys_success_bps" on "api_keys" ("success_bps", "id");

CREATE INDEX "api_keys_tag_priority" on "api_keys" ("tag", "priority", "id");

CREATE INDEX "api_keys_trouble" on "api_keys" ("trouble", "id");

CREATE INDEX "api_keys_upstream_balance" on "api_keys" ("upstream_balance", "id");

CREATE INDEX "api_keys_upstream_balance_priority" on "api_keys" ("upstream_balance", "priority", "id");

CREATE INDEX "api_keys_weight" on "api_keys" ("weight", "id");

CREATE VIRTUAL TABLE "api_keys_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "approvals" (
  "id" integer primary key autoincrement,
  "no" text,
  "kind" text not null,
  "order_id" bigint references "orders" ("id"),
  "asset" text,
  "credits" bigint,
  "amount" bigint,
  "reason" text,
  "input" text,
  "requester_id" bigint not null references "admins" ("id"),
  "approver_id" bigint references "admins" ("id"),
  "decided_at" bigint,
  "note" text,
  "expires_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "user_id" bigint references "users" ("id"),
  "record_id" bigint,
  "currency" text,
  check ("approver_id" is null or "approver_id" <> "requester_id" or "status" = 'withdrawn')
);

CREATE INDEX "approvals_amount" on "approvals" ("amount", "id");

CREATE INDEX "approvals_approver_id" on "approvals" ("approver_id", "id");

CREATE INDEX "approvals_created_at" on "approvals" ("created_at", "id");

CREATE INDEX "approvals_credits" on "approvals" ("credits", "id");

CREATE INDEX "approvals_expires_at" on "approvals" ("expires_at", "id");

CREATE INDEX "approvals_kind" on "approvals" ("kind", "id");

CREATE UNIQUE INDEX "approvals_no_unique" on "approvals" ("no");

CREATE INDEX "approvals_order_id" on "approvals" ("order_id", "id");

CREATE INDEX "approvals_requester_id" on "approvals" ("requester_id", "id");

CREATE INDEX "approvals_status" on "approvals" ("status", "id");

CREATE INDEX "approvals_updated_at" on "approvals" ("updated_at", "id");

CREATE INDEX "approvals_user_id" on "approvals" ("user_id", "id");

CREATE UNIQUE INDEX "approvals_waiting" on "approvals" ("kind", "record_id") where "status" = 'pending' and "kind" <> 'adjustBalance';

CREATE VIRTUAL TABLE "approvals_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "attempts" (
  "id" integer primary key autoincrement,
  "kind" text not null,
  "subject" text not null,
  "created_at" bigint not null
);

CREATE INDEX "attempts_created_at" on "attempts" ("created_at");

CREATE INDEX "attempts_subject" on "attempts" ("kind", "subject", "created_at");

CREATE TABLE "audit_checkpoints" (
  "id" integer primary key autoincrement,
  "count" bigint not null,
  "hash" text not null,
  "at" bigint not null,
  "signature" text not null
);

CREATE TRIGGER "audit_checkpoints_no_delete" before delete on "audit_checkpoints"
  begin select raise(abort, 'audit_checkpoints is appended to only'); end;

CREATE TRIGGER "audit_checkpoints_no_update" before update on "audit_checkpoints"
  begin select raise(abort, 'audit_checkpoints is appended to only'); end;

CREATE TABLE "audit_entries" (
  "id" integer primary key autoincrement,
  "actor_id" bigint,
  "actor_name" text,
  "actor_role" text,
  "via" text,
  "ip" text,
  "request_id" text,
  "resource" text,
  "resource_id" bigint,
  "action" text,
  "result" text,
  "reason" text,
  "before" text,
  "after" text,
  "count" bigint,
  "created_at" bigint not null,
  "cost_ms" bigint,
  "writer" text not null,
  "writer_seq" bigint not null,
  "writer_committed" bigint not null,
  "signature" text not null
);

CREATE INDEX "audit_entries_action" on "audit_entries" ("action", "id");

CREATE INDEX "audit_entries_actor_id" on "audit_entries" ("actor_id", "id");

CREATE INDEX "audit_entries_created_at" on "audit_entries" ("created_at", "id");

CREATE TRIGGER "audit_entries_no_delete" before delete on "audit_entries"
  begin select raise(abort, 'audit_entries is appended to only'); end;

CREATE TRIGGER "audit_entries_no_update" before update on "audit_entries"
  begin select raise(abort, 'audit_entries is appended to only'); end;

CREATE INDEX "audit_entries_resource" on "audit_entries" ("resource", "id");

CREATE INDEX "audit_entries_resource_id" on "audit_entries" ("resource_id", "id");

CREATE INDEX "audit_entries_result" on "audit_entries" ("result", "id");

CREATE INDEX "audit_entries_via" on "audit_entries" ("via", "id");

CREATE TABLE "audit_heads" (
  "id" integer primary key,
  "count" bigint not null,
  "hash" text not null,
  "at" bigint not null
);

CREATE VIEW "audit_logs" as select
  e."id", e."actor_id", e."actor_name", e."actor_role", e."via", e."ip", e."request_id", e."resource", e."resource_id",
  e."action", e."result", e."reason", e."before", e."after", e."count", e."cost_ms", e."created_at",
  cast(case when exists (select 1 from "audit_seals" s where s."entry_id" = e."id") then 'sealed' else 'pending' end as text)
  as "seal",
  (select s."id" from "audit_seals" s where s."entry_id" = e."id") as "position",
  (select s."sealed_at" from "audit_seals" s where s."entry_id" = e."id") as "sealed_at",
  (select s."hash" from "audit_seals" s where s."entry_id" = e."id") as "hash"
  from "audit_entries" e;

CREATE TABLE "audit_queue" (
  "entry_id" bigint not null primary key
  ) without rowid;

CREATE TABLE "audit_seals" (
  "id" integer primary key autoincrement,
  "entry_id" bigint not null,
  "sealed_at" bigint not null,
  "hash" text not null
);

CREATE UNIQUE INDEX "audit_seals_entry_id_unique" on "audit_seals" ("entry_id");

CREATE TRIGGER "audit_seals_no_delete" before delete on "audit_seals"
  begin select raise(abort, 'audit_seals is appended to only'); end;

CREATE TRIGGER "audit_seals_no_update" before update on "audit_seals"
  begin select raise(abort, 'audit_seals is appended to only'); end;

CREATE TABLE "background_jobs" (
  "id" integer primary key autoincrement,
  "kind" text not null,
  "status" text not null,
  "stage" text,
  "done" bigint not null,
  "total" bigint,
  "params" text not null,
  "result" text,
  "error" text,
  "attempts" bigint not null,
  "lease_owner" text,
  "lease_until" bigint,
  "started_at" bigint,
  "finished_at" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  run_after bigint,
  place text,
  error_code text
);

CREATE INDEX "background_jobs_created_at" on "background_jobs" ("created_at", "id");

CREATE INDEX "background_jobs_finished_at" on "background_jobs" ("finished_at", "id");

CREATE INDEX "background_jobs_kind" on "background_jobs" ("kind", "id");

CREATE INDEX "background_jobs_run_after" on "background_jobs" ("run_after", "id");

CREATE INDEX "background_jobs_started_at" on "background_jobs" ("started_at", "id");

CREATE INDEX "background_jobs_status" on "background_jobs" ("status", "id");

CREATE TABLE "backups" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "kind" text not null,
  "engine" text not null,
  "status" text not null,
  "size" bigint,
  "sha256" text,
  "record_count" bigint,
  "migration" text,
  "finished_at" bigint,
  "verified_at" bigint,
  "expires_at" bigint,
  "problem" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  copied_at bigint,
  copy_problem text,
  place text
);

CREATE INDEX "backups_copied_at" on "backups" ("copied_at", "id");

CREATE INDEX "backups_created_at" on "backups" ("created_at", "id");

CREATE INDEX "backups_expires_at" on "backups" ("expires_at", "id");

CREATE INDEX "backups_finished_at" on "backups" ("finished_at", "id");

CREATE UNIQUE INDEX "backups_name_unique" on "backups" ("name");

CREATE INDEX "backups_record_count" on "backups" ("record_count", "id");

CREATE INDEX "backups_size" on "backups" ("size", "id");

CREATE INDEX "backups_status" on "backups" ("status", "id");

CREATE INDEX "backups_updated_at" on "backups" ("updated_at", "id");

CREATE INDEX "backups_verified_at" on "backups" ("verified_at", "id");

CREATE VIRTUAL TABLE "backups_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "banned_words" (
  "id" integer primary key autoincrement,
  "word" text not null,
  "match" text not null,
  "category" text not null,
  "level" text not null,
  "action" text not null,
  "replacement" text,
  "scope" text,
  "status" text not null,
  "hit_count" bigint,
  "last_hit_at" bigint,
  "remark" text,
  "word_key" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
  , "variants" text);

CREATE INDEX "banned_words_action" on "banned_words" ("action", "id");

CREATE INDEX "banned_words_category" on "banned_words" ("category", "id");

CREATE INDEX "banned_words_created_at" on "banned_words" ("created_at", "id");

CREATE INDEX "banned_words_hit_count" on "banned_words" ("hit_count", "id");

CREATE INDEX "banned_words_last_hit_at" on "banned_words" ("last_hit_at", "id");

CREATE INDEX "banned_words_level" on "banned_words" ("level", "id");

CREATE INDEX "banned_words_match" on "banned_words" ("match", "id");

CREATE INDEX "banned_words_status" on "banned_words" ("status", "id");

CREATE INDEX "banned_words_updated_at" on "banned_words" ("updated_at", "id");

CREATE INDEX banned_words_version on banned_words (version);

CREATE UNIQUE INDEX "banned_words_word_key_match_unique" on "banned_words" ("word_key", "match");

CREATE VIRTUAL TABLE "banned_words_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE captchas (
  id_hash text primary key,
  purpose text not null,
  answer_mac text not null,
  expires_at bigint not null
);

CREATE INDEX captchas_expiry on captchas (expires_at);

CREATE TABLE "carousels" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "title_en" text,
  "subtitle" text,
  "subtitle_en" text,
  "picture" text not null,
  "picture_dark" text,
  "link" text,
  "place" text not null,
  "language" text not null,
  "start_at" bigint,
  "end_at" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "view_count" bigint not null default 0,
  "click_count" bigint not null default 0
);

CREATE INDEX "carousels_click_count" on "carousels" ("click_count", "id");

CREATE INDEX "carousels_created_at" on "carousels" ("created_at", "id");

CREATE INDEX "carousels_end_at" on "carousels" ("end_at", "id");

CREATE INDEX "carousels_language_sort" on "carousels" ("language", "sort", "id");

CREATE INDEX "carousels_place_sort" on "carousels" ("place", "sort", "id");

CREATE INDEX "carousels_sort" on "carousels" ("sort", "id");

CREATE INDEX "carousels_start_at" on "carousels" ("start_at", "id");

CREATE INDEX "carousels_status_sort" on "carousels" ("status", "sort", "id");

CREATE INDEX "carousels_updated_at" on "carousels" ("updated_at", "id");

CREATE INDEX "carousels_view_count" on "carousels" ("view_count", "id");

CREATE VIRTUAL TABLE "carousels_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "chat_counters" (
  dimension text not null,
  bucket bigint not null,
  "counter_key" text not null,
  sessions bigint not null,
  messages bigint not null,
  tokens bigint not null,
  primary key (dimension, bucket, "counter_key")
);

CREATE TABLE chat_message_origins (
  session_id bigint not null,
  client_id text not null,
  message_id bigint not null,
  primary key (session_id, client_id)
);

CREATE TABLE "chat_messages" (
  "id" integer primary key autoincrement,
  "session_id" bigint not null references "chat_sessions" ("id"),
  "user_id" bigint,
  "seq" bigint,
  "role" text,
  "content" text,
  "reasoning" text,
  "attachments" text,
  "model_name" text,
  "prompt_tokens" bigint,
  "completion_tokens" bigint,
  "latency_ms" bigint,
  "status" text,
  "error" text,
  "feedback" text,
  "flagged" integer not null,
  "banned_hits" text,
  "created_at" bigint not null
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
  "id" integer primary key autoincrement,
  "user_id" bigint,
  "title" text,
  "kind" text,
  "model_name" text,
  "message_count" bigint,
  "tokens" bigint,
  "pinned" integer not null,
  "last_at" bigint,
  "created_at" bigint not null,
  "version" bigint not null default 1,
  "updated_at" bigint not null default 0,
  "created_by" bigint,
  "updated_by" bigint,
  "removed_messages" bigint not null default 0
);

CREATE INDEX "chat_sessions_created_at" on "chat_sessions" ("created_at", "id");

CREATE INDEX "chat_sessions_kind_last_at" on "chat_sessions" ("kind", "last_at", "id");

CREATE INDEX "chat_sessions_last_at" on "chat_sessions" ("last_at", "id");

CREATE INDEX "chat_sessions_model_name_last_at" on "chat_sessions" ("model_name", "last_at", "id");

CREATE INDEX "chat_sessions_user_id_last_at" on "chat_sessions" ("user_id", "last_at", "id");

CREATE VIRTUAL TABLE "chat_sessions_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "client_app_secrets" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null references "client_apps" ("id") on delete cascade,
  "hash" text not null,
  "expires_at" bigint,
  "created_at" bigint not null
);

CREATE INDEX "client_app_secrets_owner" on "client_app_secrets" ("owner_id");

CREATE TABLE "client_apps" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "platform" text not null,
  "app_key" text,
  "callback_domains" text,
  "app_version" text,
  "min_version" text,
  "force_update" integer not null,
  "download_url" text,
  "release_notes" text,
  "released_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE UNIQUE INDEX "client_apps_app_key_unique" on "client_apps" ("app_key");

CREATE INDEX "client_apps_created_at" on "client_apps" ("created_at", "id");

CREATE UNIQUE INDEX "client_apps_name_unique" on "client_apps" ("name");

CREATE INDEX "client_apps_platform" on "client_apps" ("platform", "id");

CREATE INDEX "client_apps_released_at" on "client_apps" ("released_at", "id");

CREATE INDEX "client_apps_status" on "client_apps" ("status", "id");

CREATE INDEX "client_apps_updated_at" on "client_apps" ("updated_at", "id");

CREATE VIRTUAL TABLE "client_apps_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "commissions" (
  "id" integer primary key autoincrement,
  "distributor_id" bigint not null references "distributors" ("id"),
  "order_id" bigint not null references "orders" ("id"),
  "buyer_id" bigint not null references "users" ("id"),
  "level" text not null,
  "kind" text not null,
  "source_no" text not null,
  "base" bigint not null,
  "rate_bps" bigint not null,
  "amount" bigint not null,
  "net" bigint not null default 0,
  "settle_at" bigint,
  "settled_at" bigint,
  "reversal_of" bigint references "commissions" ("id"),
  "reason" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "currency" text
);

CREATE INDEX "commissions_amount" on "commissions" ("amount", "id");

CREATE INDEX "commissions_base" on "commissions" ("base", "id");

CREATE INDEX "commissions_buyer_id" on "commissions" ("buyer_id", "id");

CREATE INDEX "commissions_created_at" on "commissions" ("created_at", "id");

CREATE INDEX "commissions_distributor_id" on "commissions" ("distributor_id", "id");

CREATE INDEX "commissions_due" on "commissions" ("settle_at") where "status" = 'pending' and "kind" = 'earned';

CREATE INDEX "commissions_kind" on "commissions" ("kind", "id");

CREATE INDEX "commissions_level" on "commissions" ("level", "id");

CREATE INDEX "commissions_order_id" on "commissions" ("order_id", "id");

CREATE UNIQUE INDEX "commissions_order_id_level_source_no_unique" on "commissions" ("order_id", "level", "source_no");

CREATE INDEX "commissions_rate_bps" on "commissions" ("rate_bps", "id");

CREATE INDEX "commissions_reversal_of" on "commissions" ("reversal_of", "id");

CREATE INDEX "commissions_settle_at" on "commissions" ("settle_at", "id");

CREATE INDEX "commissions_status" on "commissions" ("status", "id");

CREATE INDEX "commissions_updated_at" on "commissions" ("updated_at", "id");

CREATE TABLE "course_schedules" (
  "id" integer primary key autoincrement,
  "course_id" bigint not null references "courses" ("id"),
  "title" text not null,
  "teacher" text not null,
  "start_at" bigint not null,
  "end_at" bigint not null,
  "mode" text not null,
  "place" text,
  "meeting_url" text,
  "capacity" bigint,
  "enrolled" bigint,
  "remind_minutes" bigint,
  "cancel_reason" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "course_schedules_capacity" on "course_schedules" ("capacity", "id");

CREATE INDEX "course_schedules_course_id_start_at" on "course_schedules" ("course_id", "start_at", "id");

CREATE INDEX "course_schedules_created_at" on "course_schedules" ("created_at", "id");

CREATE INDEX "course_schedules_end_at" on "course_schedules" ("end_at", "id");

CREATE INDEX "course_schedules_enrolled" on "course_schedules" ("enrolled", "id");

CREATE INDEX "course_schedules_mode_start_at" on "course_schedules" ("mode", "start_at", "id");

CREATE INDEX "course_schedules_start_at" on "course_schedules" ("start_at", "id");

CREATE INDEX "course_schedules_status_start_at" on "course_schedules" ("status", "start_at", "id");

CREATE INDEX "course_schedules_teacher_start_at" on "course_schedules" ("teacher", "start_at", "id");

CREATE INDEX "course_schedules_updated_at" on "course_schedules" ("updated_at", "id");

CREATE VIRTUAL TABLE "course_schedules_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "courses" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "title_en" text,
  "slug" text not null,
  "category" text not null,
  "level" text not null,
  "teacher" text not null,
  "cover" text,
  "summary" text,
  "content" text,
  "content_en" text,
  "video" text,
  "attachments" text,
  "is_free" integer not null,
  "price" bigint,
  "required_vip_level" bigint,
  "tags" text,
  "status" text not null,
  "publish_at" bigint,
  "published_at" bigint,
  "view_count" bigint,
  "enroll_count" bigint,
  "sort" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "courses_category_sort" on "courses" ("category", "sort", "id");

CREATE INDEX "courses_created_at" on "courses" ("created_at", "id");

CREATE INDEX "courses_enroll_count" on "courses" ("enroll_count", "id");

CREATE INDEX "courses_is_free_sort" on "courses" ("is_free", "sort", "id");

CREATE INDEX "courses_level_sort" on "courses" ("level", "sort", "id");

CREATE INDEX "courses_price" on "courses" ("price", "id");

CREATE INDEX "courses_publish_at" on "courses" ("publish_at", "id");

CREATE INDEX "courses_published_at" on "courses" ("published_at", "id");

CREATE INDEX "courses_required_vip_level" on "courses" ("required_vip_level", "id");

CREATE UNIQUE INDEX "courses_slug_unique" on "courses" ("slug");

CREATE INDEX "courses_sort" on "courses" ("sort", "id");

CREATE INDEX "courses_status_sort" on "courses" ("status", "sort", "id");

CREATE INDEX "courses_updated_at" on "courses" ("updated_at", "id");

CREATE INDEX "courses_view_count" on "courses" ("view_count", "id");

CREATE VIRTUAL TABLE "courses_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

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
  "frozen_at" bigint,
  check (0 <= "held" and "held" <= "remaining" and "remaining" <= "amount")
);

CREATE INDEX "credit_lots_amount" on "credit_lots" ("amount", "id");

CREATE INDEX "credit_lots_asset" on "credit_lots" ("asset", "id");

CREATE INDEX "credit_lots_created_at" on "credit_lots" ("created_at", "id");

CREATE INDEX "credit_lots_due" on "credit_lots" ("expires_at") where "remaining" > "held";

CREATE INDEX "credit_lots_expires_at" on "credit_lots" ("expires_at", "id");

CREATE INDEX "credit_lots_open" on "credit_lots" ("wallet_id", "expires_at") where "remaining" > "held";

CREATE INDEX "credit_lots_remaining" on "credit_lots" ("remaining", "id");

CREATE INDEX "credit_lots_source" on "credit_lots" ("source", "id");

CREATE INDEX "credit_lots_user_id" on "credit_lots" ("user_id", "id");

CREATE INDEX "credit_lots_wallet_id" on "credit_lots" ("wallet_id", "id");

CREATE TABLE "currency_packs" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "coin" bigint not null,
  "bonus" bigint not null default 0,
  "first_buy_bonus" bigint not null default 0,
  "price" bigint not null,
  "original_price" bigint,
  "valid_days" bigint not null default 0,
  "limit_per_user" bigint not null default 0,
  "vip_level_required" bigint not null default 0,
  "cover" text,
  "tag" text,
  "recommended" integer not null,
  "sales" bigint not null default 0,
  "revenue" bigint not null default 0,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "stock" bigint,
  "revenue_currency" text
);

CREATE INDEX "currency_packs_bonus" on "currency_packs" ("bonus", "id");

CREATE INDEX "currency_packs_coin" on "currency_packs" ("coin", "id");

CREATE INDEX "currency_packs_created_at" on "currency_packs" ("created_at", "id");

CREATE INDEX "currency_packs_limit_per_user" on "currency_packs" ("limit_per_user", "id");

CREATE UNIQUE INDEX "currency_packs_name_unique" on "currency_packs" ("name");

CREATE INDEX "currency_packs_original_price" on "currency_packs" ("original_price", "id");

CREATE INDEX "currency_packs_price" on "currency_packs" ("price", "id");

CREATE INDEX "currency_packs_recommended_sort" on "currency_packs" ("recommended", "sort", "id");

CREATE INDEX "currency_packs_revenue" on "currency_packs" ("revenue", "id");

CREATE INDEX "currency_packs_sales" on "currency_packs" ("sales", "id");

CREATE INDEX "currency_packs_sort" on "currency_packs" ("sort", "id");

CREATE INDEX "currency_packs_status_sort" on "currency_packs" ("status", "sort", "id");

CREATE INDEX "currency_packs_stock" on "currency_packs" ("stock", "id");

CREATE INDEX "currency_packs_updated_at" on "currency_packs" ("updated_at", "id");

CREATE INDEX "currency_packs_valid_days" on "currency_packs" ("valid_days", "id");

CREATE INDEX "currency_packs_vip_level_required" on "currency_packs" ("vip_level_required", "id");

CREATE VIRTUAL TABLE "currency_packs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "datasets" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "content" text not null,
  "rows" bigint,
  "bytes" bigint,
  "oldest_at" bigint,
  "retention_days" bigint,
  "expired" bigint,
  "measured_at" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "datasets_bytes" on "datasets" ("bytes", "id");

CREATE INDEX "datasets_created_at" on "datasets" ("created_at", "id");

CREATE INDEX "datasets_expired" on "datasets" ("expired", "id");

CREATE INDEX "datasets_measured_at" on "datasets" ("measured_at", "id");

CREATE UNIQUE INDEX "datasets_name_unique" on "datasets" ("name");

CREATE INDEX "datasets_oldest_at" on "datasets" ("oldest_at", "id");

CREATE INDEX "datasets_retention_days" on "datasets" ("retention_days", "id");

CREATE INDEX "datasets_rows" on "datasets" ("rows", "id");

CREATE INDEX "datasets_updated_at" on "datasets" ("updated_at", "id");

CREATE VIRTUAL TABLE "datasets_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "distributors" (
  "id" integer primary key autoincrement,
  "name" text,
  "user_id" bigint not null references "users" ("id"),
  "grade" text not null,
  "direct_bps" bigint,
  "indirect_bps" bigint,
  "parent_id" bigint references "distributors" ("id"),
  "pending" bigint not null default 0,
  "available" bigint not null default 0,
  "debt" bigint not null default 0,
  "reserved" bigint not null default 0,
  "withdrawn" bigint not null default 0,
  "total_income" bigint not null default 0,
  "apply_note" text,
  "remark" text,
  "reason" text,
  "approved_at" bigint,
  "last_seq" bigint not null default 0,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "currency" text,
  check ("pending" >= 0 and "available" >= 0 and "debt" >= 0 and "reserved" >= 0 and ("available" = 0 or "debt" = 0))
);

CREATE INDEX "distributors_available" on "distributors" ("available", "id");

CREATE INDEX "distributors_created_at" on "distributors" ("created_at", "id");

CREATE INDEX "distributors_debt" on "distributors" ("debt", "id");

CREATE INDEX "distributors_direct_bps" on "distributors" ("direct_bps", "id");

CREATE INDEX "distributors_grade" on "distributors" ("grade", "id");

CREATE INDEX "distributors_parent_id" on "distributors" ("parent_id", "id");

CREATE INDEX "distributors_pending" on "distributors" ("pending", "id");

CREATE INDEX "distributors_status" on "distributors" ("status", "id");

CREATE INDEX "distributors_updated_at" on "distributors" ("updated_at", "id");

CREATE INDEX "distributors_user_id" on "distributors" ("user_id", "id");

CREATE UNIQUE INDEX "distributors_user_id_unique" on "distributors" ("user_id");

CREATE INDEX "distributors_withdrawn" on "distributors" ("withdrawn", "id");

CREATE VIRTUAL TABLE "distributors_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "doc_votes" (
  "id" integer primary key autoincrement,
  "doc_id" bigint not null,
  "user_id" bigint not null references "users" ("id"),
  "is_helpful" integer not null,
  "created_at" bigint not null
);

CREATE UNIQUE INDEX "doc_votes_person" on "doc_votes" ("doc_id", "user_id");

CREATE INDEX "doc_votes_user_id" on "doc_votes" ("user_id", "id");

CREATE TABLE document_parts (
  document_id bigint not null references documents (id),
  seq bigint not null,
  size bigint not null,
  content blob not null,
  primary key (document_id, seq)
);

CREATE TABLE document_texts (
  kind text not null,
  doc_id bigint not null,
  raw text not null,
  cleaned text,
  pages text,
  primary key (kind, doc_id)
);

CREATE TABLE documents (
  "id" integer primary key autoincrement,
  name text not null,
  original_name text not null,
  format text,
  sha256 text,
  size bigint not null,
  created_at bigint not null,
  created_by bigint,
  user_id bigint,
  kept_at bigint
);

CREATE INDEX documents_created_at on documents (created_at, id);

CREATE UNIQUE INDEX documents_name on documents (name);

CREATE UNIQUE INDEX documents_sha256 on documents (sha256);

CREATE TABLE "draw_categories" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "cover" text,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "draw_categories_created_at" on "draw_categories" ("created_at", "id");

CREATE UNIQUE INDEX "draw_categories_name_unique" on "draw_categories" ("name");

CREATE INDEX "draw_categories_sort" on "draw_categories" ("sort", "id");

CREATE INDEX "draw_categories_status_sort" on "draw_categories" ("status", "sort", "id");

CREATE INDEX "draw_categories_updated_at" on "draw_categories" ("updated_at", "id");

CREATE VIRTUAL TABLE "draw_categories_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "draw_prompt_categories" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "parent_id" bigint references "draw_prompt_categories" ("id"),
  "icon_id" bigint references "ai_icons" ("id"),
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "draw_prompt_categories_created_at" on "draw_prompt_categories" ("created_at", "id");

CREATE INDEX "draw_prompt_categories_icon_id_sort" on "draw_prompt_categories" ("icon_id", "sort", "id");

CREATE UNIQUE INDEX "draw_prompt_categories_name_unique" on "draw_prompt_categories" ("name");

CREATE INDEX "draw_prompt_categories_parent_id_sort" on "draw_prompt_categories" ("parent_id", "sort", "id");

CREATE INDEX "draw_prompt_categories_sort" on "draw_prompt_categories" ("sort", "id");

CREATE INDEX "draw_prompt_categories_status_sort" on "draw_prompt_categories" ("status", "sort", "id");

CREATE INDEX "draw_prompt_categories_updated_at" on "draw_prompt_categories" ("updated_at", "id");

CREATE VIRTUAL TABLE "draw_prompt_categories_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "draw_prompts" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "category_id" bigint not null references "draw_prompt_categories" ("id"),
  "prompt" text not null,
  "prompt_en" text,
  "negative_prompt" text,
  "cover" text,
  "params" text,
  "model_hint" text,
  "tags" text,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "draw_prompts_category_id_sort" on "draw_prompts" ("category_id", "sort", "id");

CREATE UNIQUE INDEX "draw_prompts_category_id_title_unique" on "draw_prompts" ("category_id", "title");

CREATE INDEX "draw_prompts_created_at" on "draw_prompts" ("created_at", "id");

CREATE INDEX "draw_prompts_sort" on "draw_prompts" ("sort", "id");

CREATE INDEX "draw_prompts_status_sort" on "draw_prompts" ("status", "sort", "id");

CREATE INDEX "draw_prompts_updated_at" on "draw_prompts" ("updated_at", "id");

CREATE INDEX "draw_prompts_use_count" on "draw_prompts" ("use_count", "id");

CREATE VIRTUAL TABLE "draw_prompts_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "draw_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "negative_prompt" text,
  "category_id" bigint references "draw_categories" ("id"),
  "recommended" integer not null,
  "like_count" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "mode" text,
  "inputs" text,
  "files_deleted_at" bigint
);

CREATE INDEX "draw_tasks_attempt" on "draw_tasks" ("attempt", "id");

CREATE INDEX "draw_tasks_category_id" on "draw_tasks" ("category_id", "id");

CREATE INDEX "draw_tasks_channel" on "draw_tasks" ("channel", "id");

CREATE INDEX "draw_tasks_charged" on "draw_tasks" ("charged", "id");

CREATE INDEX "draw_tasks_created_at" on "draw_tasks" ("created_at", "id");

CREATE INDEX "draw_tasks_files_deleted_at" on "draw_tasks" ("files_deleted_at", "id");

CREATE INDEX "draw_tasks_finished_at" on "draw_tasks" ("finished_at", "id");

CREATE INDEX "draw_tasks_mode" on "draw_tasks" ("mode", "id");

CREATE INDEX "draw_tasks_model_id" on "draw_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "draw_tasks_no_unique" on "draw_tasks" ("no");

CREATE INDEX "draw_tasks_publication" on "draw_tasks" ("publication", "id");

CREATE INDEX "draw_tasks_recommended" on "draw_tasks" ("recommended", "id");

CREATE INDEX "draw_tasks_refunded" on "draw_tasks" ("refunded", "id");

CREATE INDEX "draw_tasks_status" on "draw_tasks" ("status", "id");

CREATE INDEX "draw_tasks_timeout_at" on "draw_tasks" ("timeout_at", "id");

CREATE INDEX "draw_tasks_user_id" on "draw_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "draw_tasks_user_id_request_id_unique" on "draw_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "draw_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

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
  created_by bigint,
  orphaned_at bigint,
  store text not null default 'database'
);

CREATE INDEX files_created_at on files (created_at, id);

CREATE UNIQUE INDEX files_name on files (name);

CREATE INDEX "files_orphaned_at" on "files" ("orphaned_at", "id");

CREATE UNIQUE INDEX files_sha256 on files (sha256);

CREATE INDEX files_size on files (size, id);

CREATE TABLE "front_versions" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "no" bigint not null,
  "note" text,
  "content" text,
  "active_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "changed_since" integer not null default 0
);

CREATE INDEX "front_versions_active_at" on "front_versions" ("active_at", "id");

CREATE INDEX "front_versions_changed_since" on "front_versions" ("changed_since", "id");

CREATE INDEX "front_versions_created_at" on "front_versions" ("created_at", "id");

CREATE UNIQUE INDEX "front_versions_name_unique" on "front_versions" ("name");

CREATE UNIQUE INDEX "front_versions_one_active" on "front_versions" ("status") where "status" = 'active';

CREATE INDEX "front_versions_status" on "front_versions" ("status", "id");

CREATE INDEX "front_versions_updated_at" on "front_versions" ("updated_at", "id");

CREATE VIRTUAL TABLE "front_versions_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "golden_questions" (
  "id" integer primary key autoincrement,
  "query" text not null,
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
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
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "golden_questions_created_at" on "golden_questions" ("created_at", "id");

CREATE INDEX "golden_questions_knowledge_id" on "golden_questions" ("knowledge_id", "id");

CREATE UNIQUE INDEX "golden_questions_knowledge_id_query_unique" on "golden_questions" ("knowledge_id", "query");

CREATE INDEX "golden_questions_last_rank" on "golden_questions" ("last_rank", "id");

CREATE INDEX "golden_questions_last_recall" on "golden_questions" ("last_recall", "id");

CREATE INDEX "golden_questions_last_result" on "golden_questions" ("last_result", "id");

CREATE INDEX "golden_questions_last_run_at" on "golden_questions" ("last_run_at", "id");

CREATE INDEX "golden_questions_updated_at" on "golden_questions" ("updated_at", "id");

CREATE VIRTUAL TABLE "golden_questions_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE guess_counters (
  name text primary key,
  tries integer not null,
  started_at bigint not null,
  ends_at bigint not null
);

CREATE INDEX guess_counters_end on guess_counters (ends_at);

CREATE TABLE "help_doc_versions" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null references "help_docs" ("id"),
  "no" bigint not null,
  "note" text,
  "publisher" text,
  "content" text,
  "created_at" bigint not null
);

CREATE INDEX "help_doc_versions_created_at" on "help_doc_versions" ("created_at", "id");

CREATE INDEX "help_doc_versions_no" on "help_doc_versions" ("no", "id");

CREATE INDEX "help_doc_versions_owner_id" on "help_doc_versions" ("owner_id", "id");

CREATE UNIQUE INDEX "help_doc_versions_owner_id_no_unique" on "help_doc_versions" ("owner_id", "no");

CREATE TABLE "help_docs" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "title_en" text,
  "slug" text not null,
  "category" text not null,
  "content" text not null,
  "content_en" text,
  "cover" text,
  "tags" text,
  "pinned" integer not null,
  "status" text not null,
  "published_at" bigint,
  "sort" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "view_count" bigint not null default 0,
  "helpful" bigint not null default 0,
  "unhelpful" bigint not null default 0,
  "untranslated" integer not null default 0,
  "publish_at" bigint,
  "published_version" bigint,
  "changed_since" integer not null default 0
);

CREATE INDEX "help_docs_category_sort" on "help_docs" ("category", "sort", "id");

CREATE INDEX "help_docs_changed_since_sort" on "help_docs" ("changed_since", "sort", "id");

CREATE INDEX "help_docs_created_at" on "help_docs" ("created_at", "id");

CREATE INDEX "help_docs_helpful" on "help_docs" ("helpful", "id");

CREATE INDEX "help_docs_pinned_sort" on "help_docs" ("pinned", "sort", "id");

CREATE INDEX "help_docs_publish_at" on "help_docs" ("publish_at", "id");

CREATE INDEX "help_docs_published_at" on "help_docs" ("published_at", "id");

CREATE INDEX "help_docs_published_version" on "help_docs" ("published_version", "id");

CREATE UNIQUE INDEX "help_docs_slug_unique" on "help_docs" ("slug");

CREATE INDEX "help_docs_sort" on "help_docs" ("sort", "id");

CREATE INDEX "help_docs_status_sort" on "help_docs" ("status", "sort", "id");

CREATE INDEX "help_docs_unhelpful" on "help_docs" ("unhelpful", "id");

CREATE INDEX "help_docs_untranslated_sort" on "help_docs" ("untranslated", "sort", "id");

CREATE INDEX "help_docs_updated_at" on "help_docs" ("updated_at", "id");

CREATE INDEX "help_docs_view_count" on "help_docs" ("view_count", "id");

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
  "created_by" bigint,
  "updated_by" bigint,
  "quota_amount" bigint not null default 0,
  "list_amount" bigint not null default 0,
  "rate_multiplier" bigint not null default 10000,
  "least_charge" bigint not null default 1,
  "model_group" text not null default '',
  "subject" text,
  "held_at" bigint not null default 0
);

CREATE INDEX "holds_amount" on "holds" ("amount", "id");

CREATE INDEX "holds_asset" on "holds" ("asset", "id");

CREATE INDEX "holds_capability" on "holds" ("capability", "id");

CREATE INDEX "holds_created_at" on "holds" ("created_at", "id");

CREATE INDEX "holds_due" on "holds" ("expires_at") where "status" = 'held';

CREATE INDEX "holds_expires_at" on "holds" ("expires_at", "id");

CREATE UNIQUE INDEX "holds_no_unique" on "holds" ("no");

CREATE INDEX "holds_open" on "holds" ("user_id", "expires_at") where "status" = 'held';

CREATE INDEX "holds_status" on "holds" ("status", "id");

CREATE INDEX "holds_user_id" on "holds" ("user_id", "id");

CREATE UNIQUE INDEX "holds_user_id_request_id_unique" on "holds" ("user_id", "request_id");

CREATE TABLE "idempotency_keys" (
  "actor_id" bigint not null,
  "key" text not null,
  "call" text not null,
  "body_hash" text not null,
  "code" integer,
  "answer" text,
  "created_at" bigint not null,
  "audit_ids" text,
  primary key ("actor_id", "key")
);

CREATE INDEX "idempotency_keys_created_at" on "idempotency_keys" ("created_at");

CREATE TABLE "identity_providers" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "code" text not null,
  "kind" text not null,
  "client_id" text not null,
  "secret" text,
  "issuer" text,
  "scope" text,
  "may_register" integer not null,
  "timeout_seconds" bigint not null,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE UNIQUE INDEX "identity_providers_code_unique" on "identity_providers" ("code");

CREATE INDEX "identity_providers_created_at" on "identity_providers" ("created_at", "id");

CREATE INDEX "identity_providers_kind" on "identity_providers" ("kind", "id");

CREATE UNIQUE INDEX "identity_providers_name_unique" on "identity_providers" ("name");

CREATE INDEX "identity_providers_status" on "identity_providers" ("status", "id");

CREATE INDEX "identity_providers_updated_at" on "identity_providers" ("updated_at", "id");

CREATE VIRTUAL TABLE "identity_providers_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "integrity_checks" (
  "name" text primary key,
  "checked_at" bigint not null,
  "is_ok" integer not null
);

CREATE TABLE "invite_records" (
  "id" integer primary key autoincrement,
  "inviter_id" bigint not null references "users" ("id"),
  "invitee_id" bigint not null references "users" ("id"),
  "nth" bigint not null default 1,
  "code" text,
  "ip" text,
  "order_id" bigint references "orders" ("id"),
  "paid" bigint,
  "asset" text,
  "inviter_amount" bigint not null default 0,
  "invitee_amount" bigint not null default 0,
  "inviter_short" bigint not null default 0,
  "invitee_short" bigint not null default 0,
  "credit_days" bigint,
  "qualified_on" text,
  "due_at" bigint,
  "settled_at" bigint,
  "risk" text not null,
  "risk_flags" text,
  "reason" text,
  "status" text not null,
  "network_hash" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "mailbox_hash" text,
  "currency" text
);

CREATE INDEX "invite_records_created_at" on "invite_records" ("created_at", "id");

CREATE INDEX "invite_records_due" on "invite_records" ("due_at") where "status" = 'pending';

CREATE INDEX "invite_records_due_at" on "invite_records" ("due_at", "id");

CREATE INDEX "invite_records_invitee_amount" on "invite_records" ("invitee_amount", "id");

CREATE INDEX "invite_records_invitee_id" on "invite_records" ("invitee_id", "id");

CREATE UNIQUE INDEX "invite_records_invitee_id_nth_unique" on "invite_records" ("invitee_id", "nth");

CREATE INDEX "invite_records_inviter_amount" on "invite_records" ("inviter_amount", "id");

CREATE INDEX "invite_records_inviter_id" on "invite_records" ("inviter_id", "id");

CREATE INDEX "invite_records_mailbox_hash" on "invite_records" ("mailbox_hash");

CREATE INDEX "invite_records_network" on "invite_records" ("inviter_id", "network_hash") where "network_hash" is not null;

CREATE UNIQUE INDEX "invite_records_order_id_unique" on "invite_records" ("order_id");

CREATE INDEX "invite_records_paid" on "invite_records" ("paid", "id");

CREATE INDEX "invite_records_qualified_on" on "invite_records" ("inviter_id", "qualified_on");

CREATE INDEX "invite_records_risk" on "invite_records" ("risk", "id");

CREATE INDEX "invite_records_status" on "invite_records" ("status", "id");

CREATE INDEX "invite_records_updated_at" on "invite_records" ("updated_at", "id");

CREATE TABLE "key_leases" (
  "id" integer primary key autoincrement,
  "no" text not null,
  "key_id" bigint not null references "api_keys" ("id") on delete cascade,
  "client_id" bigint,
  "model" text,
  "capability" text,
  "status" text not null,
  "outcome" text,
  "expires_at" bigint not null,
  "ended_at" bigint,
  "created_at" bigint not null,
  "tokens" bigint not null default 0,
  "key_name" text,
  "client_name" text,
  "ip" text
);

CREATE INDEX "key_leases_client_id" on "key_leases" ("client_id", "id");

CREATE INDEX "key_leases_created_at" on "key_leases" ("created_at", "id");

CREATE UNIQUE INDEX "key_leases_no_unique" on "key_leases" ("no");

CREATE INDEX "key_leases_status" on "key_leases" ("status", "expires_at");

CREATE INDEX "key_leases_told" on "key_leases" ("key_id", "created_at", "outcome");

CREATE TABLE "know_chunks" (
  "id" integer primary key autoincrement,
  "doc_id" bigint not null references "know_docs" ("id"),
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
  "title" text,
  "content" text not null,
  "answer" text,
  "questions" text,
  "keywords" text,
  "seq" bigint,
  "tokens" bigint,
  "status" text not null,
  "enabled" integer not null,
  "hit_count" bigint,
  "last_hit_at" bigint,
  "generation" bigint not null,
  "hash" text,
  "error" text,
  "edited" integer not null,
  "span_start" bigint,
  "span_end" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX know_chunks_base_generation on "know_chunks" ("knowledge_id", "generation", "id");

CREATE INDEX "know_chunks_created_at" on "know_chunks" ("created_at", "id");

CREATE INDEX "know_chunks_doc_id" on "know_chunks" ("doc_id", "id");

CREATE UNIQUE INDEX "know_chunks_doc_id_generation_seq_unique" on "know_chunks" ("doc_id", "generation", "seq");

CREATE INDEX "know_chunks_edited" on "know_chunks" ("edited", "id");

CREATE INDEX "know_chunks_enabled" on "know_chunks" ("enabled", "id");

CREATE INDEX "know_chunks_hit_count" on "know_chunks" ("hit_count", "id");

CREATE INDEX "know_chunks_knowledge_id" on "know_chunks" ("knowledge_id", "id");

CREATE INDEX "know_chunks_status" on "know_chunks" ("status", "id");

CREATE INDEX "know_chunks_tokens" on "know_chunks" ("tokens", "id");

CREATE INDEX "know_chunks_updated_at" on "know_chunks" ("updated_at", "id");

CREATE VIRTUAL TABLE "know_chunks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "know_docs" (
  "id" integer primary key autoincrement,
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
  "name" text not null,
  "source" text not null,
  "format" text,
  "url" text,
  "file" text,
  "content_hash" text,
  "size" bigint,
  "pages" bigint,
  "chars" bigint,
  "rule_mode" text not null,
  "chunk_mode" text not null,
  "delimiter" text,
  "chunk_tokens" bigint not null,
  "overlap_tokens" bigint not null,
  "clean_spaces" integer not null,
  "strip_urls" integer not null,
  "stage" text,
  "progress" bigint,
  "error_code" text,
  "error" text,
  "warnings" text,
  "attempts" bigint,
  "stuck" integer not null,
  "heartbeat_at" bigint,
  "started_at" bigint,
  "finished_at" bigint,
  "enabled" integer not null,
  "archived" integer not null,
  "chunk_count" bigint,
  "token_count" bigint,
  "hit_count" bigint,
  "generation" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  lease_owner text,
  lease_until bigint,
  next_try_at bigint,
  target_generation bigint,
  keep_edited integer,
  copies integer,
  "asset" text,
  "embed_price" bigint,
  "charged" bigint,
  "hold_no" text,
  "holds" bigint not null default 0
);

CREATE INDEX "know_docs_archived" on "know_docs" ("archived", "id");

CREATE INDEX know_docs_base_generation on "know_docs" ("knowledge_id", "target_generation");

CREATE INDEX "know_docs_chunk_count" on "know_docs" ("chunk_count", "id");

CREATE INDEX "know_docs_created_at" on "know_docs" ("created_at", "id");

CREATE INDEX "know_docs_enabled" on "know_docs" ("enabled", "id");

CREATE INDEX know_docs_file on "know_docs" ("file");

CREATE INDEX "know_docs_knowledge_id" on "know_docs" ("knowledge_id", "id");

CREATE UNIQUE INDEX "know_docs_knowledge_id_content_hash_unique" on "know_docs" ("knowledge_id", "content_hash");

CREATE INDEX "know_docs_size" on "know_docs" ("size", "id");

CREATE INDEX "know_docs_source" on "know_docs" ("source", "id");

CREATE INDEX "know_docs_status" on "know_docs" ("status", "id");

CREATE INDEX "know_docs_stuck" on "know_docs" ("stuck", "id");

CREATE INDEX know_docs_turn on "know_docs" ("status", "knowledge_id", "id");

CREATE INDEX "know_docs_updated_at" on "know_docs" ("updated_at", "id");

CREATE VIRTUAL TABLE "know_docs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE VIRTUAL TABLE "know_recall_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE know_vector_heads (
  knowledge_id bigint not null,
  generation bigint not null,
  version bigint not null,
  oldest bigint not null,
  dims integer not null,
  primary key (knowledge_id, generation)
);

CREATE TABLE know_vectors (
  knowledge_id bigint not null,
  generation bigint not null,
  chunk_id bigint not null,
  version bigint not null,
  vector blob,
  primary key (knowledge_id, generation, chunk_id)
  ) without rowid;

CREATE INDEX know_vectors_version on know_vectors (knowledge_id, generation, version);

CREATE TABLE "knowledge_bases" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "cover" text,
  "description" text,
  "owner_id" bigint references "users" ("id"),
  "visibility" text not null,
  "embedding_model_id" bigint references "ai_models" ("id"),
  "search_mode" text not null,
  "vector_weight" bigint not null,
  "top_k" bigint not null,
  "score_min" bigint not null,
  "chunk_mode" text not null,
  "delimiter" text,
  "chunk_tokens" bigint not null,
  "overlap_tokens" bigint not null,
  "clean_spaces" integer not null,
  "strip_urls" integer not null,
  "doc_count" bigint,
  "chunk_count" bigint,
  "token_count" bigint,
  "hit_count" bigint,
  "generation" bigint not null,
  "next_generation" bigint,
  "next_embedding_model_id" bigint references "ai_models" ("id"),
  "rebuild_progress" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "fusion" text not null default 'weighted',
  "rank_constant" bigint not null default 60,
  "rerank_model_id" bigint references "ai_models" ("id")
);

CREATE INDEX "knowledge_bases_chunk_count" on "knowledge_bases" ("chunk_count", "id");

CREATE INDEX "knowledge_bases_created_at" on "knowledge_bases" ("created_at", "id");

CREATE INDEX "knowledge_bases_doc_count" on "knowledge_bases" ("doc_count", "id");

CREATE INDEX "knowledge_bases_embedding_model_id" on "knowledge_bases" ("embedding_model_id", "id");

CREATE INDEX "knowledge_bases_hit_count" on "knowledge_bases" ("hit_count", "id");

CREATE INDEX "knowledge_bases_next_embedding_model_id" on "knowledge_bases" ("next_embedding_model_id", "id");

CREATE INDEX "knowledge_bases_next_generation" on "knowledge_bases" ("next_generation", "id");

CREATE INDEX "knowledge_bases_owner_id" on "knowledge_bases" ("owner_id", "id");

CREATE UNIQUE INDEX "knowledge_bases_owner_id_name_unique" on "knowledge_bases" ("owner_id", "name");

CREATE UNIQUE INDEX "knowledge_bases_platform_name" on "knowledge_bases" ("name") where "owner_id" is null;

CREATE INDEX "knowledge_bases_rerank_model_id" on "knowledge_bases" ("rerank_model_id", "id");

CREATE INDEX "knowledge_bases_status" on "knowledge_bases" ("status", "id");

CREATE INDEX "knowledge_bases_token_count" on "knowledge_bases" ("token_count", "id");

CREATE INDEX "knowledge_bases_updated_at" on "knowledge_bases" ("updated_at", "id");

CREATE INDEX "knowledge_bases_visibility" on "knowledge_bases" ("visibility", "id");

CREATE VIRTUAL TABLE "knowledge_bases_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "knowledge_exports" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
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
  "created_by" bigint,
  "updated_by" bigint,
  "piece" text
);

CREATE INDEX "knowledge_exports_chunk_count" on "knowledge_exports" ("chunk_count", "id");

CREATE INDEX "knowledge_exports_created_at" on "knowledge_exports" ("created_at", "id");

CREATE INDEX "knowledge_exports_document_count" on "knowledge_exports" ("document_count", "id");

CREATE INDEX "knowledge_exports_expires_at" on "knowledge_exports" ("expires_at", "id");

CREATE INDEX "knowledge_exports_knowledge_id" on "knowledge_exports" ("knowledge_id", "id");

CREATE INDEX "knowledge_exports_size" on "knowledge_exports" ("size", "id");

CREATE INDEX "knowledge_exports_status" on "knowledge_exports" ("status", "id");

CREATE INDEX "knowledge_exports_updated_at" on "knowledge_exports" ("updated_at", "id");

CREATE VIRTUAL TABLE "knowledge_exports_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

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

CREATE INDEX "ledger_entries_asset" on "ledger_entries" ("asset", "id");

CREATE INDEX "ledger_entries_cause" on "ledger_entries" ("cause", "id");

CREATE INDEX "ledger_entries_cause_id" on "ledger_entries" ("cause_id", "id");

CREATE INDEX "ledger_entries_created_at" on "ledger_entries" ("created_at", "id");

CREATE INDEX "ledger_entries_delta" on "ledger_entries" ("delta", "id");

CREATE TRIGGER "ledger_entries_no_delete" before delete on "ledger_entries"
  begin select raise(abort, 'ledger_entries is appended to only'); end;

CREATE TRIGGER "ledger_entries_no_update" before update on "ledger_entries"
  begin select raise(abort, 'ledger_entries is appended to only'); end;

CREATE INDEX "ledger_entries_operator" on "ledger_entries" ("operator", "id");

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
  "id" integer primary key autoincrement,
  "username" text,
  "ip" text,
  "user_agent" text,
  "result" text,
  "created_at" bigint not null
);

CREATE INDEX "login_logs_created_at" on "login_logs" ("created_at", "id");

CREATE INDEX "login_logs_ip" on "login_logs" ("ip", "id");

CREATE INDEX "login_logs_result" on "login_logs" ("result", "id");

CREATE INDEX "login_logs_username" on "login_logs" ("username", "id");

CREATE TABLE "membership_changes" (
  "id" integer primary key autoincrement,
  "membership_id" bigint not null references "user_memberships" ("id"),
  "user_id" bigint not null references "users" ("id"),
  "cause" text not null,
  "grant_key" text,
  "granted_ms" bigint,
  "from_end" bigint,
  "to_end" bigint,
  "reason" text,
  "operator" text not null,
  "operator_id" bigint,
  "created_at" bigint not null,
  "paid_days" bigint,
  "paid_thirtieths" bigint,
  "paid_terms" bigint
);

CREATE UNIQUE INDEX "membership_changes_grant_key_unique" on "membership_changes" ("grant_key");

CREATE INDEX "membership_changes_membership_id" on "membership_changes" ("membership_id", "id");

CREATE TRIGGER "membership_changes_no_delete" before delete on "membership_changes"
  begin select raise(abort, 'membership_changes is appended to only'); end;

CREATE TRIGGER "membership_changes_no_update" before update on "membership_changes"
  begin select raise(abort, 'membership_changes is appended to only'); end;

CREATE TABLE "menu_groups" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "icon_id" bigint references "ai_icons" ("id"),
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "menu_groups_created_at" on "menu_groups" ("created_at", "id");

CREATE INDEX "menu_groups_icon_id_sort" on "menu_groups" ("icon_id", "sort", "id");

CREATE UNIQUE INDEX "menu_groups_name_unique" on "menu_groups" ("name");

CREATE INDEX "menu_groups_sort" on "menu_groups" ("sort", "id");

CREATE INDEX "menu_groups_status_sort" on "menu_groups" ("status", "sort", "id");

CREATE INDEX "menu_groups_updated_at" on "menu_groups" ("updated_at", "id");

CREATE VIRTUAL TABLE "menu_groups_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "menu_items" (
  "id" integer primary key autoincrement,
  "group_id" bigint not null references "menu_groups" ("id"),
  "name" text not null,
  "name_en" text,
  "icon_id" bigint references "ai_icons" ("id"),
  "kind" text not null,
  "target" text not null,
  "badge" text,
  "required_vip_level" bigint,
  "login_required" integer not null,
  "platforms" text,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "menu_items_created_at" on "menu_items" ("created_at", "id");

CREATE UNIQUE INDEX "menu_items_group_id_name_unique" on "menu_items" ("group_id", "name");

CREATE INDEX "menu_items_group_id_sort" on "menu_items" ("group_id", "sort", "id");

CREATE INDEX "menu_items_icon_id_sort" on "menu_items" ("icon_id", "sort", "id");

CREATE INDEX "menu_items_kind_sort" on "menu_items" ("kind", "sort", "id");

CREATE INDEX "menu_items_required_vip_level" on "menu_items" ("required_vip_level", "id");

CREATE INDEX "menu_items_sort" on "menu_items" ("sort", "id");

CREATE INDEX "menu_items_status_sort" on "menu_items" ("status", "sort", "id");

CREATE INDEX "menu_items_updated_at" on "menu_items" ("updated_at", "id");

CREATE VIRTUAL TABLE "menu_items_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "mind_map_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "title" text,
  "template_id" bigint references "mind_map_templates" ("id"),
  "outline" text,
  "nodes" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "mind_map_tasks_attempt" on "mind_map_tasks" ("attempt", "id");

CREATE INDEX "mind_map_tasks_channel" on "mind_map_tasks" ("channel", "id");

CREATE INDEX "mind_map_tasks_charged" on "mind_map_tasks" ("charged", "id");

CREATE INDEX "mind_map_tasks_created_at" on "mind_map_tasks" ("created_at", "id");

CREATE INDEX "mind_map_tasks_finished_at" on "mind_map_tasks" ("finished_at", "id");

CREATE INDEX "mind_map_tasks_model_id" on "mind_map_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "mind_map_tasks_no_unique" on "mind_map_tasks" ("no");

CREATE INDEX "mind_map_tasks_nodes" on "mind_map_tasks" ("nodes", "id");

CREATE INDEX "mind_map_tasks_publication" on "mind_map_tasks" ("publication", "id");

CREATE INDEX "mind_map_tasks_refunded" on "mind_map_tasks" ("refunded", "id");

CREATE INDEX "mind_map_tasks_status" on "mind_map_tasks" ("status", "id");

CREATE INDEX "mind_map_tasks_template_id" on "mind_map_tasks" ("template_id", "id");

CREATE INDEX "mind_map_tasks_timeout_at" on "mind_map_tasks" ("timeout_at", "id");

CREATE INDEX "mind_map_tasks_user_id" on "mind_map_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "mind_map_tasks_user_id_request_id_unique" on "mind_map_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "mind_map_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "mind_map_templates" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "outline" text not null,
  "layout" text not null,
  "required_vip_level" bigint,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "mind_map_templates_created_at" on "mind_map_templates" ("created_at", "id");

CREATE INDEX "mind_map_templates_layout_sort" on "mind_map_templates" ("layout", "sort", "id");

CREATE UNIQUE INDEX "mind_map_templates_name_unique" on "mind_map_templates" ("name");

CREATE INDEX "mind_map_templates_required_vip_level" on "mind_map_templates" ("required_vip_level", "id");

CREATE INDEX "mind_map_templates_sort" on "mind_map_templates" ("sort", "id");

CREATE INDEX "mind_map_templates_status_sort" on "mind_map_templates" ("status", "sort", "id");

CREATE INDEX "mind_map_templates_updated_at" on "mind_map_templates" ("updated_at", "id");

CREATE INDEX "mind_map_templates_use_count" on "mind_map_templates" ("use_count", "id");

CREATE VIRTUAL TABLE "mind_map_templates_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "mini_app_categories" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "icon_id" bigint references "ai_icons" ("id"),
  "member_only" integer not null,
  "hidden_from_others" integer not null,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "mini_app_categories_created_at" on "mini_app_categories" ("created_at", "id");

CREATE INDEX "mini_app_categories_icon_id_sort" on "mini_app_categories" ("icon_id", "sort", "id");

CREATE INDEX "mini_app_categories_member_only_sort" on "mini_app_categories" ("member_only", "sort", "id");

CREATE UNIQUE INDEX "mini_app_categories_name_unique" on "mini_app_categories" ("name");

CREATE INDEX "mini_app_categories_sort" on "mini_app_categories" ("sort", "id");

CREATE INDEX "mini_app_categories_status_sort" on "mini_app_categories" ("status", "sort", "id");

CREATE INDEX "mini_app_categories_updated_at" on "mini_app_categories" ("updated_at", "id");

CREATE VIRTUAL TABLE "mini_app_categories_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "mini_app_versions" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null references "mini_apps" ("id"),
  "no" bigint not null,
  "note" text,
  "publisher" text,
  "content" text,
  "created_at" bigint not null
);

CREATE INDEX "mini_app_versions_created_at" on "mini_app_versions" ("created_at", "id");

CREATE INDEX "mini_app_versions_no" on "mini_app_versions" ("no", "id");

CREATE INDEX "mini_app_versions_owner_id" on "mini_app_versions" ("owner_id", "id");

CREATE UNIQUE INDEX "mini_app_versions_owner_id_no_unique" on "mini_app_versions" ("owner_id", "no");

CREATE TABLE "mini_apps" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "key" text not null,
  "category_id" bigint not null references "mini_app_categories" ("id"),
  "icon_id" bigint references "ai_icons" ("id"),
  "description" text,
  "form" text not null,
  "prompt" text not null,
  "model_id" bigint references "ai_models" ("id"),
  "output" text not null,
  "demo" text,
  "required_vip_level" bigint,
  "price" bigint,
  "use_count" bigint,
  "collect_count" bigint,
  "sort" bigint,
  "status" text not null,
  "published_version" bigint,
  "published_at" bigint,
  "reject_reason" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "changed_since" integer not null default 0
);

CREATE INDEX "mini_apps_category_id_sort" on "mini_apps" ("category_id", "sort", "id");

CREATE INDEX "mini_apps_changed_since_sort" on "mini_apps" ("changed_since", "sort", "id");

CREATE INDEX "mini_apps_created_at" on "mini_apps" ("created_at", "id");

CREATE INDEX "mini_apps_icon_id_sort" on "mini_apps" ("icon_id", "sort", "id");

CREATE UNIQUE INDEX "mini_apps_key_unique" on "mini_apps" ("key");

CREATE INDEX "mini_apps_model_id_sort" on "mini_apps" ("model_id", "sort", "id");

CREATE INDEX "mini_apps_output_sort" on "mini_apps" ("output", "sort", "id");

CREATE INDEX "mini_apps_published_at" on "mini_apps" ("published_at", "id");

CREATE INDEX "mini_apps_published_version" on "mini_apps" ("published_version", "id");

CREATE INDEX "mini_apps_required_vip_level" on "mini_apps" ("required_vip_level", "id");

CREATE INDEX "mini_apps_required_vip_level_sort" on "mini_apps" ("required_vip_level", "sort", "id");

CREATE INDEX "mini_apps_sort" on "mini_apps" ("sort", "id");

CREATE INDEX "mini_apps_status_sort" on "mini_apps" ("status", "sort", "id");

CREATE INDEX "mini_apps_updated_at" on "mini_apps" ("updated_at", "id");

CREATE INDEX "mini_apps_use_count" on "mini_apps" ("use_count", "id");

CREATE VIRTUAL TABLE "mini_apps_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "model_prices" (
  "id" integer primary key autoincrement,
  "model_id" bigint not null,
  "model_name" text,
  "billing_mode" text,
  "asset" text,
  "price_in" bigint,
  "price_in_before" bigint,
  "price_out" bigint,
  "price_out_before" bigint,
  "price_unit" bigint,
  "price_unit_before" bigint,
  "min_charge" bigint,
  "think_bps" bigint,
  "effective_at" bigint not null,
  "actor" text,
  "created_at" bigint not null
);

CREATE INDEX "model_prices_created_at" on "model_prices" ("created_at", "id");

CREATE INDEX "model_prices_effective_at" on "model_prices" ("effective_at", "id");

CREATE INDEX "model_prices_model_id" on "model_prices" ("model_id", "id");

CREATE TRIGGER "model_prices_no_delete" before delete on "model_prices"
  begin select raise(abort, 'model_prices is appended to only'); end;

CREATE TRIGGER "model_prices_no_update" before update on "model_prices"
  begin select raise(abort, 'model_prices is appended to only'); end;

CREATE INDEX "model_prices_price_in" on "model_prices" ("price_in", "id");

CREATE INDEX "model_prices_price_out" on "model_prices" ("price_out", "id");

CREATE INDEX "model_prices_price_unit" on "model_prices" ("price_unit", "id");

CREATE TABLE "model_uses" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null,
  "model_id" bigint not null,
  "request_id" text not null,
  "created_at" bigint not null
);

CREATE INDEX "model_uses_created_at" on "model_uses" ("created_at");

CREATE INDEX "model_uses_latest" on "model_uses" ("user_id", "model_id", "created_at");

CREATE UNIQUE INDEX "model_uses_request_unique" on "model_uses" ("user_id", "model_id", "request_id");

CREATE TABLE "music_styles" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "mood" text not null,
  "style_tags" text not null,
  "instrumental" integer not null,
  "cover" text,
  "sample" text,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "music_styles_created_at" on "music_styles" ("created_at", "id");

CREATE INDEX "music_styles_instrumental_sort" on "music_styles" ("instrumental", "sort", "id");

CREATE INDEX "music_styles_mood_sort" on "music_styles" ("mood", "sort", "id");

CREATE UNIQUE INDEX "music_styles_name_unique" on "music_styles" ("name");

CREATE INDEX "music_styles_sort" on "music_styles" ("sort", "id");

CREATE INDEX "music_styles_status_sort" on "music_styles" ("status", "sort", "id");

CREATE INDEX "music_styles_updated_at" on "music_styles" ("updated_at", "id");

CREATE INDEX "music_styles_use_count" on "music_styles" ("use_count", "id");

CREATE VIRTUAL TABLE "music_styles_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "music_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "title" text,
  "lyrics" text,
  "style_id" bigint references "music_styles" ("id"),
  "seconds" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "files_deleted_at" bigint
);

CREATE INDEX "music_tasks_attempt" on "music_tasks" ("attempt", "id");

CREATE INDEX "music_tasks_channel" on "music_tasks" ("channel", "id");

CREATE INDEX "music_tasks_charged" on "music_tasks" ("charged", "id");

CREATE INDEX "music_tasks_created_at" on "music_tasks" ("created_at", "id");

CREATE INDEX "music_tasks_files_deleted_at" on "music_tasks" ("files_deleted_at", "id");

CREATE INDEX "music_tasks_finished_at" on "music_tasks" ("finished_at", "id");

CREATE INDEX "music_tasks_model_id" on "music_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "music_tasks_no_unique" on "music_tasks" ("no");

CREATE INDEX "music_tasks_publication" on "music_tasks" ("publication", "id");

CREATE INDEX "music_tasks_refunded" on "music_tasks" ("refunded", "id");

CREATE INDEX "music_tasks_status" on "music_tasks" ("status", "id");

CREATE INDEX "music_tasks_style_id" on "music_tasks" ("style_id", "id");

CREATE INDEX "music_tasks_timeout_at" on "music_tasks" ("timeout_at", "id");

CREATE INDEX "music_tasks_user_id" on "music_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "music_tasks_user_id_request_id_unique" on "music_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "music_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "notice_reads" (
  "id" integer primary key autoincrement,
  "notice_id" bigint not null,
  "user_id" bigint not null references "users" ("id"),
  "created_at" bigint not null
);

CREATE UNIQUE INDEX "notice_reads_person" on "notice_reads" ("notice_id", "user_id");

CREATE INDEX "notice_reads_user_id" on "notice_reads" ("user_id", "id");

CREATE TABLE "notice_recipients" (
  "id" integer primary key autoincrement,
  "notice_id" bigint not null,
  "user_id" bigint not null references "users" ("id"),
  "created_at" bigint not null
);

CREATE UNIQUE INDEX "notice_recipients_person" on "notice_recipients" ("user_id", "notice_id");

CREATE TABLE "notices" (
  "id" integer primary key autoincrement,
  "title" text not null,
  "title_en" text,
  "type" text not null,
  "level" text not null,
  "content" text not null,
  "content_en" text,
  "display" text not null,
  "audience" text not null,
  "platforms" text,
  "start_at" bigint,
  "end_at" bigint,
  "dismissible" integer not null,
  "pinned" integer not null,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "popup_frequency" text not null default 'once',
  "read_count" bigint not null default 0
);

CREATE INDEX "notices_audience" on "notices" ("audience", "id");

CREATE INDEX "notices_created_at" on "notices" ("created_at", "id");

CREATE INDEX "notices_end_at" on "notices" ("end_at", "id");

CREATE INDEX "notices_level" on "notices" ("level", "id");

CREATE INDEX "notices_read_count" on "notices" ("read_count", "id");

CREATE INDEX "notices_start_at" on "notices" ("start_at", "id");

CREATE INDEX "notices_status" on "notices" ("status", "id");

CREATE INDEX "notices_type" on "notices" ("type", "id");

CREATE INDEX "notices_updated_at" on "notices" ("updated_at", "id");

CREATE VIRTUAL TABLE "notices_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE notification_clears (
  admin_id bigint not null,
  type text not null,
  until bigint not null,
  primary key (admin_id, type)
);

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
  updated_at bigint not null,
  mailed_at bigint,
  posted_at bigint
);

CREATE UNIQUE INDEX notifications_dedupe_key on notifications (dedupe_key);

CREATE INDEX notifications_updated_at on notifications (updated_at, id);

CREATE TABLE "orders" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "product_type" text not null,
  "product_id" bigint,
  "product_name" text,
  "product_snapshot" text,
  "quantity" bigint,
  "amount" bigint,
  "discount" bigint,
  "payable" bigint not null,
  "paid" bigint not null,
  "refunded" bigint not null,
  "currency" text,
  "pay_channel" text not null,
  "trade_no" text,
  "fulfil_status" text not null,
  "fulfil_error" text,
  "fulfil_tries" bigint,
  "late_paid" integer not null,
  "client_ref" text,
  "remark" text,
  "expires_at" bigint,
  "paid_at" bigint,
  "fulfilled_at" bigint,
  "closed_at" bigint,
  "closed_reason" text,
  "status" text not null,
  "next_fulfil_at" bigint,
  "next_query_at" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "stock_taken" bigint not null default 0,
  "pay_method" text,
  "client" text,
  "ip" text,
  "distributor_id" bigint references "distributors" ("id"),
  "region_code" text,
  "evidence_file" text,
  "net" bigint not null default 0,
  "test_money" integer not null default 0,
  "next_refund_check_at" bigint,
  check (0 <= "refunded" and "refunded" <= "paid" and "payable" > 0)
);

CREATE INDEX "orders_client" on "orders" ("client", "id");

CREATE INDEX "orders_created_at" on "orders" ("created_at", "id");

CREATE INDEX "orders_distributor_id" on "orders" ("distributor_id", "id");

CREATE INDEX "orders_due" on "orders" ("expires_at") where "status" = 'pending';

CREATE INDEX "orders_fulfil_status" on "orders" ("fulfil_status", "id");

CREATE INDEX "orders_ip" on "orders" ("ip", "id");

CREATE INDEX "orders_late_paid" on "orders" ("late_paid", "id");

CREATE INDEX "orders_no" on "orders" ("no", "id");

CREATE UNIQUE INDEX "orders_no_unique" on "orders" ("no");

CREATE INDEX "orders_paid" on "orders" ("paid", "id");

CREATE INDEX "orders_paid_at" on "orders" ("paid_at", "id");

CREATE INDEX "orders_pay_channel" on "orders" ("pay_channel", "id");

CREATE UNIQUE INDEX "orders_pay_channel_trade_no_unique" on "orders" ("pay_channel", "trade_no");

CREATE INDEX "orders_pay_method" on "orders" ("pay_method", "id");

CREATE INDEX "orders_payable" on "orders" ("payable", "id");

CREATE INDEX "orders_product_id" on "orders" ("product_id", "id");

CREATE INDEX "orders_product_type" on "orders" ("product_type", "id");

CREATE INDEX "orders_quantity" on "orders" ("quantity", "id");

CREATE INDEX "orders_refunded" on "orders" ("refunded", "id");

CREATE INDEX "orders_region_code" on "orders" ("region_code", "id");

CREATE INDEX "orders_status" on "orders" ("status", "id");

CREATE INDEX "orders_test_money" on "orders" ("test_money", "id");

CREATE INDEX "orders_to_check" on "orders" ("next_refund_check_at") where "next_refund_check_at" is not null;

CREATE INDEX "orders_to_fulfil" on "orders" ("next_fulfil_at") where "next_fulfil_at" is not null;

CREATE INDEX "orders_to_query" on "orders" ("next_query_at") where "next_query_at" is not null;

CREATE INDEX "orders_trade_no" on "orders" ("trade_no", "id");

CREATE INDEX "orders_updated_at" on "orders" ("updated_at", "id");

CREATE INDEX "orders_user_id" on "orders" ("user_id", "id");

CREATE UNIQUE INDEX "orders_user_id_client_ref_unique" on "orders" ("user_id", "client_ref");

CREATE VIRTUAL TABLE "orders_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "payable_balances" (
  "id" integer primary key autoincrement,
  "distributor_id" bigint references "distributors" ("id"),
  "agent_id" bigint references "regional_agents" ("id"),
  "currency" text not null,
  "pending" bigint not null default 0,
  "available" bigint not null default 0,
  "debt" bigint not null default 0,
  "reserved" bigint not null default 0,
  "withdrawn" bigint not null default 0,
  "total_income" bigint not null default 0,
  check (("distributor_id" is null) <> ("agent_id" is null)),
  check ("pending" >= 0 and "available" >= 0 and "debt" >= 0 and "reserved" >= 0 and ("available" = 0 or "debt" = 0))
);

CREATE UNIQUE INDEX "payable_balances_agent_unique" on "payable_balances" ("agent_id", "currency");

CREATE UNIQUE INDEX "payable_balances_distributor_unique" on "payable_balances" ("distributor_id", "currency");

CREATE TABLE "payable_entries" (
  "id" integer primary key autoincrement,
  "distributor_id" bigint references "distributors" ("id"),
  "agent_id" bigint references "regional_agents" ("id"),
  "account" text not null,
  "seq" bigint,
  "delta" bigint not null,
  "balance_after" bigint,
  "cause" text not null,
  "cause_id" text,
  "operator" text,
  "operator_id" bigint,
  "reason" text,
  "transaction_id" text not null,
  "created_at" bigint not null,
  "currency" text not null default 'CNY'
);

CREATE INDEX "payable_entries_account" on "payable_entries" ("account", "id");

CREATE INDEX "payable_entries_agent_id" on "payable_entries" ("agent_id", "id");

CREATE UNIQUE INDEX "payable_entries_agent_id_seq_unique" on "payable_entries" ("agent_id", "seq");

CREATE INDEX "payable_entries_balance_after" on "payable_entries" ("balance_after", "id");

CREATE INDEX "payable_entries_cause" on "payable_entries" ("cause", "id");

CREATE INDEX "payable_entries_cause_id" on "payable_entries" ("cause_id", "id");

CREATE INDEX "payable_entries_created_at" on "payable_entries" ("created_at", "id");

CREATE INDEX "payable_entries_delta" on "payable_entries" ("delta", "id");

CREATE INDEX "payable_entries_distributor_id" on "payable_entries" ("distributor_id", "id");

CREATE UNIQUE INDEX "payable_entries_distributor_id_seq_unique" on "payable_entries" ("distributor_id", "seq");

CREATE TRIGGER "payable_entries_no_delete" before delete on "payable_entries"
  begin select raise(abort, 'payable_entries is appended to only'); end;

CREATE TRIGGER "payable_entries_no_update" before update on "payable_entries"
  begin select raise(abort, 'payable_entries is appended to only'); end;

CREATE INDEX "payable_entries_transaction_id" on "payable_entries" ("transaction_id", "id");

CREATE TABLE "payment_events" (
  "id" integer primary key autoincrement,
  "order_id" bigint references "orders" ("id"),
  "channel" text not null,
  "kind" text not null,
  "result" text not null,
  "verified" integer not null,
  "amount" bigint,
  "currency" text,
  "trade_no" text,
  "event_id" text,
  "note" text,
  "actor_id" bigint references "admins" ("id"),
  "raw" text,
  "created_at" bigint not null
);

CREATE INDEX "payment_events_actor_id" on "payment_events" ("actor_id", "id");

CREATE INDEX "payment_events_amount" on "payment_events" ("amount", "id");

CREATE UNIQUE INDEX "payment_events_applied_unique" on "payment_events" ("channel", "event_id") where "result" = 'applied' and "kind" <> 'refund';

CREATE INDEX "payment_events_channel" on "payment_events" ("channel", "id");

CREATE INDEX "payment_events_created_at" on "payment_events" ("created_at", "id");

CREATE INDEX "payment_events_event_id" on "payment_events" ("event_id", "id");

CREATE INDEX "payment_events_kind" on "payment_events" ("kind", "id");

CREATE TRIGGER "payment_events_no_delete" before delete on "payment_events"
  begin select raise(abort, 'payment_events is appended to only'); end;

CREATE TRIGGER "payment_events_no_update" before update on "payment_events"
  begin select raise(abort, 'payment_events is appended to only'); end;

CREATE INDEX "payment_events_order_id" on "payment_events" ("order_id", "id");

CREATE INDEX "payment_events_result" on "payment_events" ("result", "id");

CREATE INDEX "payment_events_verified" on "payment_events" ("verified", "id");

CREATE TABLE "payment_reversals" (
  "id" integer primary key autoincrement,
  "order_id" bigint not null references "orders" ("id"),
  "channel" text not null,
  "kind" text not null,
  "reference" text not null,
  "status" text not null,
  "amount" bigint,
  "currency" text not null,
  "reason" text,
  "refund_id" bigint references "refunds" ("id"),
  "membership_id" bigint references "user_memberships" ("id"),
  "next_try_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null
);

CREATE UNIQUE INDEX "payment_reversals_reference_unique" on "payment_reversals" ("order_id", "kind", "reference");

CREATE INDEX "payment_reversals_refund_id" on "payment_reversals" ("refund_id");

CREATE INDEX "payment_reversals_to_book" on "payment_reversals" ("next_try_at") where "next_try_at" is not null;

CREATE TABLE "pdf_chunks" (
  "id" integer primary key autoincrement,
  "doc_id" bigint not null references "pdf_docs" ("id"),
  "content" text not null,
  "page_from" bigint,
  "page_to" bigint,
  "seq" bigint,
  "tokens" bigint,
  "status" text not null,
  "enabled" integer not null,
  "hit_count" bigint,
  "last_hit_at" bigint,
  "generation" bigint not null,
  "hash" text,
  "error" text,
  "embedding_model_id" bigint references "ai_models" ("id"),
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "pdf_chunks_created_at" on "pdf_chunks" ("created_at", "id");

CREATE INDEX "pdf_chunks_doc_id" on "pdf_chunks" ("doc_id", "id");

CREATE UNIQUE INDEX "pdf_chunks_doc_id_generation_seq_unique" on "pdf_chunks" ("doc_id", "generation", "seq");

CREATE INDEX "pdf_chunks_embedding_model_id" on "pdf_chunks" ("embedding_model_id", "id");

CREATE INDEX "pdf_chunks_enabled" on "pdf_chunks" ("enabled", "id");

CREATE INDEX "pdf_chunks_hit_count" on "pdf_chunks" ("hit_count", "id");

CREATE INDEX "pdf_chunks_page_from" on "pdf_chunks" ("page_from", "id");

CREATE INDEX "pdf_chunks_status" on "pdf_chunks" ("status", "id");

CREATE INDEX "pdf_chunks_tokens" on "pdf_chunks" ("tokens", "id");

CREATE VIRTUAL TABLE "pdf_chunks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "pdf_docs" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "name" text not null,
  "file" text,
  "content_hash" text,
  "size" bigint,
  "pages" bigint,
  "language" text,
  "stage" text,
  "progress" bigint,
  "error_code" text,
  "error" text,
  "warnings" text,
  "attempts" bigint,
  "stuck" integer not null,
  "heartbeat_at" bigint,
  "started_at" bigint,
  "finished_at" bigint,
  "chunk_count" bigint,
  "token_count" bigint,
  "char_count" bigint,
  "summary" text,
  "generation" bigint,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "hold_no" text,
  "duration_ms" bigint,
  "expires_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  lease_owner text,
  lease_until bigint,
  next_try_at bigint,
  free_pages bigint,
  "parse_mode" text not null default 'text',
  "scanned_pages" bigint,
  "ocr_pages" bigint,
  ocr_planned bigint not null default 0,
  ocr_paid bigint not null default 0,
  ocr_price bigint not null default 0,
  waived integer not null default 0
);

CREATE INDEX "pdf_docs_charged" on "pdf_docs" ("charged", "id");

CREATE INDEX "pdf_docs_chunk_count" on "pdf_docs" ("chunk_count", "id");

CREATE INDEX "pdf_docs_created_at" on "pdf_docs" ("created_at", "id");

CREATE INDEX pdf_docs_expires_at on "pdf_docs" ("expires_at");

CREATE INDEX pdf_docs_file on "pdf_docs" ("file");

CREATE INDEX "pdf_docs_pages" on "pdf_docs" ("pages", "id");

CREATE INDEX "pdf_docs_parse_mode" on "pdf_docs" ("parse_mode", "id");

CREATE INDEX "pdf_docs_size" on "pdf_docs" ("size", "id");

CREATE INDEX "pdf_docs_status" on "pdf_docs" ("status", "id");

CREATE INDEX "pdf_docs_stuck" on "pdf_docs" ("stuck", "id");

CREATE INDEX "pdf_docs_updated_at" on "pdf_docs" ("updated_at", "id");

CREATE INDEX "pdf_docs_user_id" on "pdf_docs" ("user_id", "id");

CREATE UNIQUE INDEX "pdf_docs_user_id_request_id_unique" on "pdf_docs" ("user_id", "request_id");

CREATE VIRTUAL TABLE "pdf_docs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE VIEW "pdf_messages" as select
  m."id", m."session_id", m."user_id", m."seq", m."role", m."content", m."attachments", m."model_name",
  m."prompt_tokens", m."completion_tokens", m."latency_ms", m."status", m."feedback", m."created_at"
  from "chat_messages" m join "chat_sessions" s on s."id" = m."session_id" where s."kind" = 'pdf';

CREATE VIEW "pdf_messages_search" as select s.rowid as rowid, s."chat_messages_search" as "pdf_messages_search"
  from "chat_messages_search" s cross join "pdf_messages" v where v."id" = s.rowid;

CREATE TABLE pdf_ocr_pages (
  doc_id bigint not null,
  page bigint not null,
  content text,
  primary key (doc_id, page)
);

CREATE TABLE pdf_vectors (
  chunk_id bigint not null primary key,
  doc_id bigint not null,
  dims bigint not null,
  vector blob not null
);

CREATE INDEX pdf_vectors_doc_id on pdf_vectors (doc_id);

CREATE TABLE "power_packs" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "compute" bigint not null,
  "bonus" bigint not null default 0,
  "first_buy_bonus" bigint not null default 0,
  "price" bigint not null,
  "original_price" bigint,
  "valid_days" bigint not null default 0,
  "limit_per_user" bigint not null default 0,
  "vip_level_required" bigint not null default 0,
  "capabilities" text,
  "cover" text,
  "tag" text,
  "recommended" integer not null,
  "sales" bigint not null default 0,
  "revenue" bigint not null default 0,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "stock" bigint,
  "revenue_currency" text
);

CREATE INDEX "power_packs_bonus" on "power_packs" ("bonus", "id");

CREATE INDEX "power_packs_compute" on "power_packs" ("compute", "id");

CREATE INDEX "power_packs_created_at" on "power_packs" ("created_at", "id");

CREATE INDEX "power_packs_limit_per_user" on "power_packs" ("limit_per_user", "id");

CREATE UNIQUE INDEX "power_packs_name_unique" on "power_packs" ("name");

CREATE INDEX "power_packs_original_price" on "power_packs" ("original_price", "id");

CREATE INDEX "power_packs_price" on "power_packs" ("price", "id");

CREATE INDEX "power_packs_recommended_sort" on "power_packs" ("recommended", "sort", "id");

CREATE INDEX "power_packs_revenue" on "power_packs" ("revenue", "id");

CREATE INDEX "power_packs_sales" on "power_packs" ("sales", "id");

CREATE INDEX "power_packs_sort" on "power_packs" ("sort", "id");

CREATE INDEX "power_packs_status_sort" on "power_packs" ("status", "sort", "id");

CREATE INDEX "power_packs_stock" on "power_packs" ("stock", "id");

CREATE INDEX "power_packs_updated_at" on "power_packs" ("updated_at", "id");

CREATE INDEX "power_packs_valid_days" on "power_packs" ("valid_days", "id");

CREATE INDEX "power_packs_vip_level_required" on "power_packs" ("vip_level_required", "id");

CREATE VIRTUAL TABLE "power_packs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "product_sales" (
  "id" integer primary key autoincrement,
  "grant_key" text not null,
  "user_id" bigint not null references "users" ("id"),
  "kind" text not null,
  "product_id" bigint not null,
  "quantity" bigint not null,
  "paid" bigint not null,
  "created_at" bigint not null,
  "currency" text not null default 'CNY',
  "test_money" integer not null default 0
);

CREATE UNIQUE INDEX "product_sales_grant_key_unique" on "product_sales" ("grant_key");

CREATE TRIGGER "product_sales_no_delete" before delete on "product_sales"
  begin select raise(abort, 'product_sales is appended to only'); end;

CREATE TRIGGER "product_sales_no_update" before update on "product_sales"
  begin select raise(abort, 'product_sales is appended to only'); end;

CREATE INDEX "product_sales_product_id" on "product_sales" ("kind", "product_id");

CREATE INDEX "product_sales_user_id" on "product_sales" ("user_id", "kind", "product_id");

CREATE TABLE "quota_buckets" (
  "id" integer primary key autoincrement,
  "membership_id" bigint not null references "user_memberships" ("id"),
  "capability" text not null,
  "period" text not null,
  "period_start" bigint not null,
  "period_end" bigint,
  "granted" bigint not null,
  "used" bigint not null default 0,
  "created_at" bigint not null,
  "model_group" text not null default '',
  "term" bigint not null default 1,
  "period_no" bigint not null default 0,
  "amount" bigint not null default 0,
  "restored" bigint not null default 0,
  check (0 <= "used" and "used" <= "granted")
);

CREATE UNIQUE INDEX "quota_buckets_period_unique" on "quota_buckets" ("membership_id", "capability", "period", "model_group", "term", "period_no");

CREATE TABLE "quota_takes" (
  "id" integer primary key autoincrement,
  "hold_id" bigint not null references "holds" ("id"),
  "bucket_id" bigint not null references "quota_buckets" ("id"),
  "amount" bigint not null,
  check ("amount" >= 0)
);

CREATE INDEX "quota_takes_bucket_id" on "quota_takes" ("bucket_id");

CREATE UNIQUE INDEX "quota_takes_hold_id_bucket_id_unique" on "quota_takes" ("hold_id", "bucket_id");

CREATE TABLE "recall_records" (
  "id" integer primary key autoincrement,
  "query" text not null,
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
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
  "created_by" bigint,
  "updated_by" bigint,
  "fusion" text,
  "rank_constant" bigint,
  "rerank" text
);

CREATE INDEX "recall_records_created_at" on "recall_records" ("created_at", "id");

CREATE INDEX "recall_records_knowledge_id" on "recall_records" ("knowledge_id", "id");

CREATE INDEX "recall_records_latency_ms" on "recall_records" ("latency_ms", "id");

CREATE INDEX "recall_records_result_count" on "recall_records" ("result_count", "id");

CREATE INDEX "recall_records_source" on "recall_records" ("source", "id");

CREATE INDEX "recall_records_top_score" on "recall_records" ("top_score", "id");

CREATE INDEX "recall_records_updated_at" on "recall_records" ("updated_at", "id");

CREATE INDEX "recall_records_verdict" on "recall_records" ("verdict", "id");

CREATE VIRTUAL TABLE "recall_records_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "recall_runs" (
  "id" integer primary key autoincrement,
  "kind" text not null,
  "knowledge_id" bigint not null references "knowledge_bases" ("id"),
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
  "created_by" bigint,
  "updated_by" bigint,
  "error_detail" text
);

CREATE INDEX "recall_runs_created_at" on "recall_runs" ("created_at", "id");

CREATE INDEX "recall_runs_done" on "recall_runs" ("done", "id");

CREATE INDEX "recall_runs_finished_at" on "recall_runs" ("finished_at", "id");

CREATE INDEX "recall_runs_kind" on "recall_runs" ("kind", "id");

CREATE INDEX "recall_runs_knowledge_id" on "recall_runs" ("knowledge_id", "id");

CREATE INDEX "recall_runs_last_recall" on "recall_runs" ("last_recall", "id");

CREATE INDEX "recall_runs_passed" on "recall_runs" ("passed", "id");

CREATE INDEX "recall_runs_recall" on "recall_runs" ("recall", "id");

CREATE INDEX "recall_runs_status" on "recall_runs" ("status", "id");

CREATE INDEX "recall_runs_total" on "recall_runs" ("total", "id");

CREATE INDEX "recall_runs_updated_at" on "recall_runs" ("updated_at", "id");

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
  "compute" bigint,
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
  "created_by" bigint,
  "updated_by" bigint,
  "vip_plan_id" bigint references "vip_plans" ("id"),
  "vip_days" bigint,
  "vip_snapshot" text,
  "prefix" text,
  "code_length" bigint default 18,
  "grouping" bigint default 6,
  "reversed" bigint default 0
);

CREATE INDEX "redeem_batches_channel" on "redeem_batches" ("channel", "id");

CREATE INDEX "redeem_batches_coin" on "redeem_batches" ("coin", "id");

CREATE INDEX "redeem_batches_compute" on "redeem_batches" ("compute", "id");

CREATE INDEX "redeem_batches_cost" on "redeem_batches" ("cost", "id");

CREATE INDEX "redeem_batches_count" on "redeem_batches" ("count", "id");

CREATE INDEX "redeem_batches_created_at" on "redeem_batches" ("created_at", "id");

CREATE INDEX "redeem_batches_credit_days" on "redeem_batches" ("credit_days", "id");

CREATE INDEX "redeem_batches_expires_at" on "redeem_batches" ("expires_at", "id");

CREATE INDEX "redeem_batches_exported_at" on "redeem_batches" ("exported_at", "id");

CREATE INDEX "redeem_batches_kind" on "redeem_batches" ("kind", "id");

CREATE INDEX "redeem_batches_max_uses" on "redeem_batches" ("max_uses", "id");

CREATE INDEX "redeem_batches_mode" on "redeem_batches" ("mode", "id");

CREATE UNIQUE INDEX "redeem_batches_no_unique" on "redeem_batches" ("no");

CREATE INDEX "redeem_batches_per_user_limit" on "redeem_batches" ("per_user_limit", "id");

CREATE INDEX "redeem_batches_status" on "redeem_batches" ("status", "id");

CREATE INDEX "redeem_batches_updated_at" on "redeem_batches" ("updated_at", "id");

CREATE INDEX "redeem_batches_used" on "redeem_batches" ("used", "id");

CREATE INDEX "redeem_batches_valid_from" on "redeem_batches" ("valid_from", "id");

CREATE INDEX "redeem_batches_voided" on "redeem_batches" ("voided", "id");

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
  "created_by" bigint,
  "updated_by" bigint,
  "reversed_count" bigint default 0
);

CREATE INDEX "redeem_codes_batch_id" on "redeem_codes" ("batch_id", "id");

CREATE UNIQUE INDEX "redeem_codes_code_hash_unique" on "redeem_codes" ("code_hash");

CREATE INDEX "redeem_codes_created_at" on "redeem_codes" ("created_at", "id");

CREATE INDEX "redeem_codes_expires_at" on "redeem_codes" ("expires_at", "id");

CREATE INDEX "redeem_codes_max_uses" on "redeem_codes" ("max_uses", "id");

CREATE INDEX "redeem_codes_status" on "redeem_codes" ("status", "id");

CREATE INDEX "redeem_codes_tail" on "redeem_codes" ("tail", "id");

CREATE INDEX "redeem_codes_updated_at" on "redeem_codes" ("updated_at", "id");

CREATE INDEX "redeem_codes_used_at" on "redeem_codes" ("used_at", "id");

CREATE INDEX "redeem_codes_used_count" on "redeem_codes" ("used_count", "id");

CREATE TABLE "redemptions" (
  "id" integer primary key autoincrement,
  "code_id" bigint not null references "redeem_codes" ("id"),
  "batch_id" bigint not null references "redeem_batches" ("id"),
  "user_id" bigint not null references "users" ("id"),
  "nth" bigint,
  "grants" text,
  "ip" text,
  "created_at" bigint not null,
  "reclaimed_coin" bigint default 0,
  "reclaimed_compute" bigint default 0,
  "reclaimed_days" bigint default 0,
  "lost_coin" bigint default 0,
  "lost_compute" bigint default 0,
  "lost_days" bigint default 0,
  "reason" text,
  "reversed_at" bigint,
  "status" text not null default 'granted',
  "version" bigint not null default 1,
  "updated_at" bigint not null default 0,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "redemptions_batch_id" on "redemptions" ("batch_id", "id");

CREATE INDEX "redemptions_code_id" on "redemptions" ("code_id", "id");

CREATE UNIQUE INDEX "redemptions_code_id_user_id_nth_unique" on "redemptions" ("code_id", "user_id", "nth");

CREATE INDEX "redemptions_created_at" on "redemptions" ("created_at", "id");

CREATE TRIGGER "redemptions_no_delete" before delete on "redemptions"
  begin select raise(abort, 'redemptions is appended to only'); end;

CREATE TRIGGER "redemptions_no_update" before update of "code_id", "batch_id", "user_id", "nth", "grants", "created_at" on "redemptions"
  begin select raise(abort, 'what redemptions say of the past stays'); end;

CREATE INDEX "redemptions_nth" on "redemptions" ("nth", "id");

CREATE INDEX "redemptions_status" on "redemptions" ("status", "id");

CREATE INDEX "redemptions_updated_at" on "redemptions" ("updated_at", "id");

CREATE INDEX "redemptions_user_id" on "redemptions" ("user_id", "id");

CREATE TABLE "refunds" (
  "id" integer primary key autoincrement,
  "no" text,
  "order_id" bigint not null references "orders" ("id"),
  "user_id" bigint not null references "users" ("id"),
  "channel" text not null,
  "amount" bigint not null,
  "kind" text not null,
  "reason" text,
  "reclaimed_coin" bigint,
  "reclaimed_compute" bigint,
  "reclaimed_days" bigint,
  "shortfall" bigint,
  "channel_refund_no" text,
  "tries" bigint,
  "error" text,
  "finished_at" bigint,
  "status" text not null,
  "order_status" text,
  "next_try_at" bigint,
  "reclaimed_ms" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "requested_by" text default 'admin',
  "decision" text,
  "came_back" text not null default 'no',
  "came_back_why" text,
  "hand_paid_no" text,
  "transfer_key" text,
  "next_look_at" bigint,
  "currency" text,
  check ("amount" > 0)
);

CREATE INDEX "refunds_amount" on "refunds" ("amount", "id");

CREATE INDEX "refunds_came_back" on "refunds" ("came_back", "id");

CREATE INDEX "refunds_channel" on "refunds" ("channel", "id");

CREATE INDEX "refunds_created_at" on "refunds" ("created_at", "id");

CREATE INDEX "refunds_kind" on "refunds" ("kind", "id");

CREATE INDEX "refunds_next_look_at" on "refunds" ("next_look_at", "id");

CREATE UNIQUE INDEX "refunds_no_unique" on "refunds" ("no");

CREATE INDEX "refunds_order_id" on "refunds" ("order_id", "id");

CREATE INDEX "refunds_reclaimed_coin" on "refunds" ("reclaimed_coin", "id");

CREATE INDEX "refunds_reclaimed_compute" on "refunds" ("reclaimed_compute", "id");

CREATE UNIQUE INDEX "refunds_requested" on "refunds" ("order_id") where "status" = 'requested';

CREATE INDEX "refunds_requested_by" on "refunds" ("requested_by", "id");

CREATE INDEX "refunds_shortfall" on "refunds" ("shortfall", "id");

CREATE INDEX "refunds_status" on "refunds" ("status", "id");

CREATE INDEX "refunds_to_try" on "refunds" ("next_try_at") where "next_try_at" is not null;

CREATE UNIQUE INDEX "refunds_transfer_key" on "refunds" ("transfer_key") where "transfer_key" is not null;

CREATE INDEX "refunds_updated_at" on "refunds" ("updated_at", "id");

CREATE INDEX "refunds_user_id" on "refunds" ("user_id", "id");

CREATE VIRTUAL TABLE "refunds_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "regional_agents" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "user_id" bigint not null references "users" ("id"),
  "region_code" text not null,
  "region_name" text,
  "level" text,
  "rate_bps" bigint,
  "start_on" text not null,
  "end_on" text not null,
  "expiring" integer not null default 0,
  "deposit" bigint,
  "contract_no" text,
  "contact" text,
  "phone" text,
  "pending" bigint not null default 0,
  "available" bigint not null default 0,
  "debt" bigint not null default 0,
  "reserved" bigint not null default 0,
  "withdrawn" bigint not null default 0,
  "total_income" bigint not null default 0,
  "remark" text,
  "reason" text,
  "approved_at" bigint,
  "last_seq" bigint not null default 0,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "file" text,
  "format" text,
  "currency" text,
  check ("pending" >= 0 and "available" >= 0 and "debt" >= 0 and "reserved" >= 0 and ("available" = 0 or "debt" = 0))
);

CREATE INDEX "regional_agents_available" on "regional_agents" ("available", "id");

CREATE INDEX "regional_agents_created_at" on "regional_agents" ("created_at", "id");

CREATE INDEX "regional_agents_debt" on "regional_agents" ("debt", "id");

CREATE INDEX "regional_agents_end_on" on "regional_agents" ("end_on", "id");

CREATE INDEX "regional_agents_expiring" on "regional_agents" ("expiring", "id");

CREATE INDEX "regional_agents_level" on "regional_agents" ("level", "id");

CREATE INDEX "regional_agents_pending" on "regional_agents" ("pending", "id");

CREATE INDEX "regional_agents_rate_bps" on "regional_agents" ("rate_bps", "id");

CREATE INDEX "regional_agents_region_code" on "regional_agents" ("region_code", "id");

CREATE UNIQUE INDEX "regional_agents_region_taken" on "regional_agents" ("region_code") where "status" in ('active', 'suspended');

CREATE INDEX "regional_agents_start_on" on "regional_agents" ("start_on", "id");

CREATE INDEX "regional_agents_status" on "regional_agents" ("status", "id");

CREATE INDEX "regional_agents_updated_at" on "regional_agents" ("updated_at", "id");

CREATE INDEX "regional_agents_user_id" on "regional_agents" ("user_id", "id");

CREATE INDEX "regional_agents_withdrawn" on "regional_agents" ("withdrawn", "id");

CREATE VIRTUAL TABLE "regional_agents_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "regional_incomes" (
  "id" integer primary key autoincrement,
  "agent_id" bigint not null references "regional_agents" ("id"),
  "order_id" bigint not null references "orders" ("id"),
  "buyer_id" bigint not null references "users" ("id"),
  "region_code" text,
  "month" text not null,
  "kind" text not null,
  "source_no" text not null,
  "base" bigint not null,
  "rate_bps" bigint not null,
  "amount" bigint not null,
  "net" bigint not null default 0,
  "settled_at" bigint,
  "reversal_of" bigint references "regional_incomes" ("id"),
  "reason" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "currency" text
);

CREATE INDEX "regional_incomes_agent_id" on "regional_incomes" ("agent_id", "id");

CREATE INDEX "regional_incomes_amount" on "regional_incomes" ("amount", "id");

CREATE INDEX "regional_incomes_base" on "regional_incomes" ("base", "id");

CREATE INDEX "regional_incomes_buyer_id" on "regional_incomes" ("buyer_id", "id");

CREATE INDEX "regional_incomes_created_at" on "regional_incomes" ("created_at", "id");

CREATE INDEX "regional_incomes_kind" on "regional_incomes" ("kind", "id");

CREATE INDEX "regional_incomes_month" on "regional_incomes" ("month", "id");

CREATE INDEX "regional_incomes_order_id" on "regional_incomes" ("order_id", "id");

CREATE UNIQUE INDEX "regional_incomes_order_id_source_no_unique" on "regional_incomes" ("order_id", "source_no");

CREATE INDEX "regional_incomes_rate_bps" on "regional_incomes" ("rate_bps", "id");

CREATE INDEX "regional_incomes_region_code" on "regional_incomes" ("region_code", "id");

CREATE INDEX "regional_incomes_reversal_of" on "regional_incomes" ("reversal_of", "id");

CREATE INDEX "regional_incomes_status" on "regional_incomes" ("status", "id");

CREATE INDEX "regional_incomes_updated_at" on "regional_incomes" ("updated_at", "id");

CREATE TABLE "registration_gifts" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "contact_hash" text,
  "early" bigint not null,
  "coin" bigint not null,
  "compute" bigint not null,
  "created_at" bigint not null
);

CREATE UNIQUE INDEX "registration_gifts_contact_hash_unique" on "registration_gifts" ("contact_hash");

CREATE INDEX "registration_gifts_early" on "registration_gifts" ("early") where "early" = 1;

CREATE TRIGGER "registration_gifts_no_delete" before delete on "registration_gifts"
  begin select raise(abort, 'registration_gifts is appended to only'); end;

CREATE TRIGGER "registration_gifts_no_update" before update on "registration_gifts"
  begin select raise(abort, 'registration_gifts is appended to only'); end;

CREATE UNIQUE INDEX "registration_gifts_user_id_unique" on "registration_gifts" ("user_id");

CREATE TABLE retention_marks (
  name text primary key,
  kept_from text not null
);

CREATE TABLE "retry_states" (
  "id" integer primary key autoincrement,
  "work" text not null,
  "record_id" bigint not null,
  "tries" bigint not null,
  "why" text not null,
  "retry_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null
);

CREATE UNIQUE INDEX "retry_states_record_unique" on "retry_states" ("work", "record_id");

CREATE TABLE "risk_events" (
  "id" integer primary key autoincrement,
  "name" text,
  "rule_id" bigint references "risk_rules" ("id"),
  "kind" text not null,
  "user_id" bigint not null references "users" ("id"),
  "people" bigint,
  "measured" bigint,
  "threshold" bigint,
  "window_minutes" bigint,
  "involved" text,
  "action_taken" text not null,
  "last_at" bigint,
  "subject" text,
  "note" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "acted_at" bigint,
  "acts_until" bigint,
  "renewals" bigint default 0
);

CREATE INDEX "risk_events_action_taken" on "risk_events" ("action_taken", "id");

CREATE INDEX "risk_events_created_at" on "risk_events" ("created_at", "id");

CREATE INDEX "risk_events_kind" on "risk_events" ("kind", "id");

CREATE INDEX "risk_events_measured" on "risk_events" ("measured", "id");

CREATE INDEX "risk_events_people" on "risk_events" ("people", "id");

CREATE INDEX "risk_events_rule_id" on "risk_events" ("rule_id", "id");

CREATE INDEX "risk_events_status" on "risk_events" ("status", "id");

CREATE INDEX "risk_events_subject" on "risk_events" ("rule_id", "subject", "id");

CREATE INDEX "risk_events_updated_at" on "risk_events" ("updated_at", "id");

CREATE INDEX "risk_events_user_id" on "risk_events" ("user_id", "id");

CREATE VIRTUAL TABLE "risk_events_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "risk_restrictions" (
  "id" integer primary key autoincrement,
  "name" text,
  "measure" text not null,
  "target" text not null,
  "user_id" bigint references "users" ("id"),
  "event_id" bigint not null references "risk_events" ("id"),
  "until" bigint not null,
  "window_minutes" bigint not null,
  "released_until" bigint,
  "passes" bigint,
  "subject" text,
  "note" text,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "risk_restrictions_created_at" on "risk_restrictions" ("created_at", "id");

CREATE INDEX "risk_restrictions_event_id" on "risk_restrictions" ("event_id", "id");

CREATE INDEX "risk_restrictions_measure" on "risk_restrictions" ("measure", "id");

CREATE INDEX "risk_restrictions_released_until" on "risk_restrictions" ("released_until", "id");

CREATE INDEX "risk_restrictions_status" on "risk_restrictions" ("status", "id");

CREATE INDEX "risk_restrictions_subject" on "risk_restrictions" ("subject", "target", "until");

CREATE INDEX "risk_restrictions_target" on "risk_restrictions" ("target", "id");

CREATE INDEX "risk_restrictions_until" on "risk_restrictions" ("until", "id");

CREATE INDEX "risk_restrictions_updated_at" on "risk_restrictions" ("updated_at", "id");

CREATE INDEX "risk_restrictions_user_id" on "risk_restrictions" ("user_id", "id");

CREATE VIRTUAL TABLE "risk_restrictions_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "risk_rules" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "kind" text not null,
  "threshold" bigint not null,
  "window_minutes" bigint not null,
  "action" text not null,
  "freeze_hours" bigint not null,
  "status" text not null,
  "hit_count" bigint,
  "last_hit_at" bigint,
  "checked_at" bigint,
  "remark" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "risk_rules_action" on "risk_rules" ("action", "id");

CREATE INDEX "risk_rules_created_at" on "risk_rules" ("created_at", "id");

CREATE INDEX "risk_rules_freeze_hours" on "risk_rules" ("freeze_hours", "id");

CREATE INDEX "risk_rules_hit_count" on "risk_rules" ("hit_count", "id");

CREATE INDEX "risk_rules_kind" on "risk_rules" ("kind", "id");

CREATE INDEX "risk_rules_last_hit_at" on "risk_rules" ("last_hit_at", "id");

CREATE UNIQUE INDEX "risk_rules_name_unique" on "risk_rules" ("name");

CREATE INDEX "risk_rules_status" on "risk_rules" ("status", "id");

CREATE INDEX "risk_rules_threshold" on "risk_rules" ("threshold", "id");

CREATE INDEX "risk_rules_updated_at" on "risk_rules" ("updated_at", "id");

CREATE INDEX "risk_rules_window_minutes" on "risk_rules" ("window_minutes", "id");

CREATE VIRTUAL TABLE "risk_rules_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "sandbox_payments" (
  "order_no" text primary key,
  "trade_no" text not null,
  "amount" bigint not null,
  "currency" text not null,
  "created_at" bigint not null
);

CREATE TABLE "sandbox_refunds" (
  "refund_no" text primary key,
  "trade_no" text not null,
  "amount" bigint not null,
  "created_at" bigint not null
);

CREATE INDEX "sandbox_refunds_trade_no" on "sandbox_refunds" ("trade_no");

CREATE TABLE "saved_views" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null,
  "resource" text not null,
  "name" text not null,
  "audience" text not null,
  "query" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "deleted_at" bigint
);

CREATE INDEX "saved_views_resource" on "saved_views" ("resource", "owner_id", "id");

CREATE TABLE "schema_migrations"
  ("id" text primary key, "checksum" text not null, "applied_at" bigint not null);

CREATE TABLE secret_roots (
  id bigint primary key,
  sealed text not null
);

CREATE TABLE "server_instances" (
  "holder" text primary key,
  "place" text not null,
  "began_at" bigint not null,
  "seen_at" bigint not null
);

CREATE INDEX "server_instances_place" on "server_instances" ("place", "seen_at");

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
  "created_by" bigint,
  "updated_by" bigint,
  "signed_only" integer not null default 0,
  "review" text,
  "granted_by" bigint
);

CREATE UNIQUE INDEX "service_clients_client_id_unique" on "service_clients" ("client_id");

CREATE INDEX "service_clients_created_at" on "service_clients" ("created_at", "id");

CREATE INDEX "service_clients_expires_at" on "service_clients" ("expires_at", "id");

CREATE INDEX "service_clients_last_used_at" on "service_clients" ("last_used_at", "id");

CREATE UNIQUE INDEX "service_clients_name_unique" on "service_clients" ("name");

CREATE INDEX "service_clients_rate_per_minute" on "service_clients" ("rate_per_minute", "id");

CREATE INDEX "service_clients_review" on "service_clients" ("review", "id");

CREATE INDEX "service_clients_status" on "service_clients" ("status", "id");

CREATE INDEX "service_clients_updated_at" on "service_clients" ("updated_at", "id");

CREATE VIRTUAL TABLE "service_clients_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "service_nonces" (
  "client_id" bigint not null references "service_clients" ("id") on delete cascade,
  "nonce" text not null,
  "expires_at" bigint not null,
  primary key ("client_id", "nonce")
);

CREATE INDEX "service_nonces_expires_at" on "service_nonces" ("expires_at");

CREATE TABLE "service_secrets" (
  "id" integer primary key autoincrement,
  "client_id" bigint not null references "service_clients" ("id") on delete cascade,
  "hash" text not null,
  "expires_at" bigint,
  "created_at" bigint not null,
  "signing_key" text
);

CREATE INDEX "service_secrets_client_id" on "service_secrets" ("client_id");

CREATE TABLE session_epochs (
  id bigint primary key,
  epoch bigint not null,
  "restored_at" bigint not null default 0,
  "latest_at" bigint not null default 0,
  "turned_back_at" bigint not null default 0
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

CREATE TABLE "sign_logs" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "sign_date" text not null,
  "streak" bigint not null default 1,
  "cycle_day" bigint,
  "coin" bigint not null default 0,
  "compute" bigint not null default 0,
  "vip_days" bigint not null default 0,
  "plan_id" bigint references "vip_plans" ("id"),
  "expires_at" bigint,
  "make_up" integer not null,
  "risk" text not null,
  "ip" text,
  "short_coin" bigint not null default 0,
  "short_compute" bigint not null default 0,
  "short_days" bigint not null default 0,
  "reason" text,
  "status" text not null,
  "network_hash" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "extra_coin" bigint not null default 0
);

CREATE INDEX "sign_logs_coin" on "sign_logs" ("coin", "id");

CREATE INDEX "sign_logs_compute" on "sign_logs" ("compute", "id");

CREATE INDEX "sign_logs_created_at" on "sign_logs" ("created_at", "id");

CREATE INDEX "sign_logs_make_up" on "sign_logs" ("make_up", "id");

CREATE INDEX "sign_logs_network" on "sign_logs" ("sign_date", "network_hash");

CREATE INDEX "sign_logs_plan_id" on "sign_logs" ("plan_id", "id");

CREATE INDEX "sign_logs_risk" on "sign_logs" ("risk", "id");

CREATE INDEX "sign_logs_sign_date" on "sign_logs" ("sign_date", "id");

CREATE INDEX "sign_logs_status" on "sign_logs" ("status", "id");

CREATE INDEX "sign_logs_streak" on "sign_logs" ("streak", "id");

CREATE INDEX "sign_logs_updated_at" on "sign_logs" ("updated_at", "id");

CREATE INDEX "sign_logs_user_id" on "sign_logs" ("user_id", "id");

CREATE UNIQUE INDEX "sign_logs_user_id_sign_date_unique" on "sign_logs" ("user_id", "sign_date");

CREATE TABLE "sign_rules" (
  "id" integer primary key autoincrement,
  "day_no" bigint not null,
  "coin" bigint,
  "compute" bigint,
  "extra_coin" bigint,
  "plan_id" bigint references "vip_plans" ("id"),
  "vip_days" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "extra_coin_min" bigint default 0
);

CREATE INDEX "sign_rules_coin" on "sign_rules" ("coin", "id");

CREATE INDEX "sign_rules_compute" on "sign_rules" ("compute", "id");

CREATE INDEX "sign_rules_created_at" on "sign_rules" ("created_at", "id");

CREATE INDEX "sign_rules_day_no" on "sign_rules" ("day_no", "id");

CREATE UNIQUE INDEX "sign_rules_day_no_unique" on "sign_rules" ("day_no");

CREATE INDEX "sign_rules_extra_coin" on "sign_rules" ("extra_coin", "id");

CREATE INDEX "sign_rules_plan_id_day_no" on "sign_rules" ("plan_id", "day_no", "id");

CREATE INDEX "sign_rules_status_day_no" on "sign_rules" ("status", "day_no", "id");

CREATE INDEX "sign_rules_updated_at" on "sign_rules" ("updated_at", "id");

CREATE INDEX "sign_rules_vip_days" on "sign_rules" ("vip_days", "id");

CREATE TABLE "slide_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "template_id" bigint references "slide_templates" ("id"),
  "outline" text,
  "pages" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "stage" text,
  "source" text,
  "inputs" text,
  "language" text,
  "theme" text,
  "downloads" bigint,
  "files_deleted_at" bigint
);

CREATE INDEX "slide_tasks_attempt" on "slide_tasks" ("attempt", "id");

CREATE INDEX "slide_tasks_channel" on "slide_tasks" ("channel", "id");

CREATE INDEX "slide_tasks_charged" on "slide_tasks" ("charged", "id");

CREATE INDEX "slide_tasks_created_at" on "slide_tasks" ("created_at", "id");

CREATE INDEX "slide_tasks_downloads" on "slide_tasks" ("downloads", "id");

CREATE INDEX "slide_tasks_files_deleted_at" on "slide_tasks" ("files_deleted_at", "id");

CREATE INDEX "slide_tasks_finished_at" on "slide_tasks" ("finished_at", "id");

CREATE INDEX "slide_tasks_language" on "slide_tasks" ("language", "id");

CREATE INDEX "slide_tasks_model_id" on "slide_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "slide_tasks_no_unique" on "slide_tasks" ("no");

CREATE INDEX "slide_tasks_publication" on "slide_tasks" ("publication", "id");

CREATE INDEX "slide_tasks_refunded" on "slide_tasks" ("refunded", "id");

CREATE INDEX "slide_tasks_source" on "slide_tasks" ("source", "id");

CREATE INDEX "slide_tasks_status" on "slide_tasks" ("status", "id");

CREATE INDEX "slide_tasks_template_id" on "slide_tasks" ("template_id", "id");

CREATE INDEX "slide_tasks_theme" on "slide_tasks" ("theme", "id");

CREATE INDEX "slide_tasks_timeout_at" on "slide_tasks" ("timeout_at", "id");

CREATE INDEX "slide_tasks_user_id" on "slide_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "slide_tasks_user_id_request_id_unique" on "slide_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "slide_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "slide_templates" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "category" text not null,
  "cover" text,
  "color" text,
  "page_types" text not null,
  "file" text not null,
  "required_vip_level" bigint,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "slide_templates_category_sort" on "slide_templates" ("category", "sort", "id");

CREATE INDEX "slide_templates_created_at" on "slide_templates" ("created_at", "id");

CREATE UNIQUE INDEX "slide_templates_name_unique" on "slide_templates" ("name");

CREATE INDEX "slide_templates_required_vip_level" on "slide_templates" ("required_vip_level", "id");

CREATE INDEX "slide_templates_required_vip_level_sort" on "slide_templates" ("required_vip_level", "sort", "id");

CREATE INDEX "slide_templates_sort" on "slide_templates" ("sort", "id");

CREATE INDEX "slide_templates_status_sort" on "slide_templates" ("status", "sort", "id");

CREATE INDEX "slide_templates_updated_at" on "slide_templates" ("updated_at", "id");

CREATE INDEX "slide_templates_use_count" on "slide_templates" ("use_count", "id");

CREATE VIRTUAL TABLE "slide_templates_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

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
  "charged_compute" bigint not null,
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
  "created_at" bigint not null,
  "quota_amount" bigint not null default 0,
  "hour" bigint not null default 0,
  "cached_tokens" bigint not null default 0,
  "first_token_ms" bigint,
  "source_type" text,
  "source_id" text
);

CREATE INDEX "usage_records_api_key_id" on "usage_records" ("api_key_id", "id");

CREATE INDEX "usage_records_asset" on "usage_records" ("asset", "id");

CREATE INDEX "usage_records_capability" on "usage_records" ("capability", "id");

CREATE INDEX "usage_records_charged_amount" on "usage_records" ("charged_amount", "id");

CREATE INDEX "usage_records_created_at" on "usage_records" ("created_at", "id");

CREATE INDEX "usage_records_day" on "usage_records" ("day", "id");

CREATE INDEX "usage_records_model_id" on "usage_records" ("model_id", "id");

CREATE INDEX "usage_records_request_id" on "usage_records" ("request_id", "id");

CREATE INDEX "usage_records_source_id" on "usage_records" ("source_id", "id");

CREATE INDEX "usage_records_source_type" on "usage_records" ("source_type", "id");

CREATE INDEX "usage_records_status" on "usage_records" ("status", "id");

CREATE INDEX "usage_records_user_id" on "usage_records" ("user_id", "id");

CREATE UNIQUE INDEX "usage_records_user_id_request_id_unique" on "usage_records" ("user_id", "request_id");

CREATE TABLE "usage_sums" (
  "span" text not null,
  "day" text not null,
  "hour" bigint not null,
  "user_id" bigint not null,
  "capability" text not null,
  "model_id" bigint not null,
  "api_key_id" bigint not null,
  "stripe" bigint not null,
  "requests" bigint not null,
  "success" bigint not null,
  "failed" bigint not null,
  "prompt_tokens" bigint not null,
  "completion_tokens" bigint not null,
  "units" bigint not null,
  "charged_coin" bigint not null,
  "charged_compute" bigint not null,
  "upstream_cost" bigint not null,
  primary key ("span", "day", "hour", "user_id", "capability", "model_id", "api_key_id", "stripe")
  ) without rowid;

CREATE TABLE "user_identities" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "provider_id" bigint not null references "identity_providers" ("id"),
  "mask" text,
  "fingerprint" text not null,
  "union_fingerprint" text,
  "last_used_at" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "user_identities_created_at" on "user_identities" ("created_at", "id");

CREATE INDEX "user_identities_last_used_at" on "user_identities" ("last_used_at", "id");

CREATE INDEX "user_identities_provider_id" on "user_identities" ("provider_id", "id");

CREATE UNIQUE INDEX "user_identities_provider_id_fingerprint_unique" on "user_identities" ("provider_id", "fingerprint");

CREATE INDEX "user_identities_union_fingerprint" on "user_identities" ("union_fingerprint");

CREATE INDEX "user_identities_updated_at" on "user_identities" ("updated_at", "id");

CREATE INDEX "user_identities_user_id" on "user_identities" ("user_id", "id");

CREATE TABLE "user_memberships" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "plan_id" bigint not null references "vip_plans" ("id"),
  "plan_name" text,
  "plan_snapshot" text,
  "level" bigint,
  "start_at" bigint,
  "end_at" bigint,
  "source" text,
  "source_id" bigint,
  "suspended_at" bigint,
  "reason" text,
  "remaining_ms" bigint,
  "quota_from" bigint,
  "notice_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "anchor_at" bigint,
  "quota_term" bigint not null default 1,
  "quota_elapsed_ms" bigint,
  "paid_days" bigint,
  "paid_thirtieths" bigint
);

CREATE INDEX "user_memberships_created_at" on "user_memberships" ("created_at", "id");

CREATE INDEX "user_memberships_due" on "user_memberships" ("end_at") where "status" = 'active';

CREATE INDEX "user_memberships_end_at" on "user_memberships" ("end_at", "id");

CREATE INDEX "user_memberships_level" on "user_memberships" ("level", "id");

CREATE INDEX "user_memberships_notice" on "user_memberships" ("notice_at") where "status" = 'active';

CREATE UNIQUE INDEX "user_memberships_one_active" on "user_memberships" ("user_id") where "status" = 'active';

CREATE INDEX "user_memberships_plan_id" on "user_memberships" ("plan_id", "id");

CREATE INDEX "user_memberships_source" on "user_memberships" ("source", "id");

CREATE INDEX "user_memberships_standing" on "user_memberships" ("user_id") where "status" in ('active', 'scheduled', 'suspended');

CREATE INDEX "user_memberships_start_at" on "user_memberships" ("start_at", "id");

CREATE INDEX "user_memberships_status" on "user_memberships" ("status", "id");

CREATE INDEX "user_memberships_updated_at" on "user_memberships" ("updated_at", "id");

CREATE INDEX "user_memberships_user_id" on "user_memberships" ("user_id", "id");

CREATE TABLE user_visits (
  day text not null,
  user_id bigint not null,
  first_at bigint not null,
  primary key (day, user_id)
);

CREATE INDEX user_visits_first_at on user_visits (first_at);

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
  "compute_balance" bigint not null default 0,
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
  "created_by" bigint,
  "updated_by" bigint,
  "region_code" text,
  "username_key" text,
  "email_key" text,
  "gender" text,
  "real_name" text,
  "last_login_at" bigint,
  "last_login_ip" text,
  "real_name_mask" text,
  "id_card" text,
  "id_card_mask" text,
  "id_card_key" text,
  "verified" bigint default 0,
  "verified_at" bigint,
  "violation_count" bigint not null default 0,
  "paid_currency" text
);

CREATE INDEX "users_coin_balance" on "users" ("coin_balance", "id");

CREATE INDEX "users_compute_balance" on "users" ("compute_balance", "id");

CREATE INDEX "users_created_at" on "users" ("created_at", "id");

CREATE INDEX "users_email" on "users" ("email", "id");

CREATE UNIQUE INDEX "users_email_key_unique" on "users" ("email_key");

CREATE UNIQUE INDEX "users_email_unique" on "users" ("email");

CREATE INDEX "users_id_card_key" on "users" ("id_card_key");

CREATE UNIQUE INDEX "users_invite_code_unique" on "users" ("invite_code");

CREATE INDEX "users_inviter_id" on "users" ("inviter_id", "id");

CREATE INDEX "users_kind" on "users" ("kind", "id");

CREATE INDEX "users_last_active_at" on "users" ("last_active_at", "id");

CREATE INDEX "users_order_count" on "users" ("order_count", "id");

CREATE INDEX "users_phone" on "users" ("phone", "id");

CREATE UNIQUE INDEX "users_phone_unique" on "users" ("phone");

CREATE INDEX "users_sign_streak" on "users" ("sign_streak", "id");

CREATE INDEX "users_source" on "users" ("source", "id");

CREATE INDEX "users_status" on "users" ("status", "id");

CREATE INDEX "users_total_paid" on "users" ("total_paid", "id");

CREATE UNIQUE INDEX "users_username_key_unique" on "users" ("username_key");

CREATE UNIQUE INDEX "users_username_unique" on "users" ("username");

CREATE INDEX "users_verified" on "users" ("verified", "id");

CREATE INDEX "users_violation_count" on "users" ("violation_count", "id");

CREATE INDEX "users_vip_expires_at" on "users" ("vip_expires_at", "id");

CREATE INDEX "users_vip_level" on "users" ("vip_level", "id");

CREATE VIRTUAL TABLE "users_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "verification_codes" (
  "id" integer primary key autoincrement,
  "channel" text not null,
  "purpose" text not null,
  "subject" text not null,
  "code_mac" text not null,
  "state" text not null,
  "tries" bigint not null,
  "expires_at" bigint not null,
  "created_at" bigint not null
);

CREATE INDEX "verification_codes_expires_at" on "verification_codes" ("expires_at");

CREATE UNIQUE INDEX "verification_codes_place" on "verification_codes" ("subject", "purpose", "channel");

CREATE TABLE "video_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "seconds" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "mode" text,
  "inputs" text,
  "files_deleted_at" bigint
);

CREATE INDEX "video_tasks_attempt" on "video_tasks" ("attempt", "id");

CREATE INDEX "video_tasks_channel" on "video_tasks" ("channel", "id");

CREATE INDEX "video_tasks_charged" on "video_tasks" ("charged", "id");

CREATE INDEX "video_tasks_created_at" on "video_tasks" ("created_at", "id");

CREATE INDEX "video_tasks_files_deleted_at" on "video_tasks" ("files_deleted_at", "id");

CREATE INDEX "video_tasks_finished_at" on "video_tasks" ("finished_at", "id");

CREATE INDEX "video_tasks_mode" on "video_tasks" ("mode", "id");

CREATE INDEX "video_tasks_model_id" on "video_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "video_tasks_no_unique" on "video_tasks" ("no");

CREATE INDEX "video_tasks_publication" on "video_tasks" ("publication", "id");

CREATE INDEX "video_tasks_refunded" on "video_tasks" ("refunded", "id");

CREATE INDEX "video_tasks_status" on "video_tasks" ("status", "id");

CREATE INDEX "video_tasks_timeout_at" on "video_tasks" ("timeout_at", "id");

CREATE INDEX "video_tasks_user_id" on "video_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "video_tasks_user_id_request_id_unique" on "video_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "video_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "view_defaults" (
  "admin_id" bigint not null,
  "resource" text not null,
  "view_id" bigint not null references "saved_views" ("id") on delete cascade,
  primary key ("admin_id", "resource")
);

CREATE TABLE "violation_logs" (
  "id" integer primary key autoincrement,
  "user_id" bigint,
  "source" text,
  "scope" text,
  "excerpt" text,
  "words" text,
  "action_taken" text,
  "handled" text not null,
  "note" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "violation_logs_action_taken" on "violation_logs" ("action_taken", "id");

CREATE INDEX "violation_logs_created_at" on "violation_logs" ("created_at", "id");

CREATE INDEX "violation_logs_handled" on "violation_logs" ("handled", "id");

CREATE INDEX "violation_logs_source" on "violation_logs" ("source", "id");

CREATE INDEX "violation_logs_updated_at" on "violation_logs" ("updated_at", "id");

CREATE INDEX "violation_logs_user_id" on "violation_logs" ("user_id", "id");

CREATE VIRTUAL TABLE "violation_logs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "vip_faqs" (
  "id" integer primary key autoincrement,
  "question" text not null,
  "question_en" text,
  "answer" text not null,
  "answer_en" text,
  "category" text,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "vip_faqs_category_sort" on "vip_faqs" ("category", "sort", "id");

CREATE INDEX "vip_faqs_created_at" on "vip_faqs" ("created_at", "id");

CREATE INDEX "vip_faqs_sort" on "vip_faqs" ("sort", "id");

CREATE INDEX "vip_faqs_status_sort" on "vip_faqs" ("status", "sort", "id");

CREATE INDEX "vip_faqs_updated_at" on "vip_faqs" ("updated_at", "id");

CREATE VIRTUAL TABLE "vip_faqs_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "vip_plans" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "level" bigint not null,
  "badge" text,
  "cover" text,
  "description" text,
  "features" text,
  "price" bigint not null,
  "original_price" bigint,
  "duration_value" bigint not null,
  "duration_unit" text not null,
  "quotas" text,
  "gift_coin" bigint not null default 0,
  "gift_compute" bigint not null default 0,
  "limit_per_user" bigint not null default 0,
  "renewal_policy" text not null,
  "recommended" integer not null,
  "visible_from" bigint,
  "visible_to" bigint,
  "sales" bigint not null default 0,
  "revenue" bigint not null default 0,
  "sort" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "concurrency" bigint not null default 0,
  "rate_multiplier" bigint not null default 10000,
  "allow_models" text,
  "allow_app_categories" text,
  "stock" bigint,
  "revenue_currency" text
);

CREATE INDEX "vip_plans_created_at" on "vip_plans" ("created_at", "id");

CREATE INDEX "vip_plans_duration_value" on "vip_plans" ("duration_value", "id");

CREATE INDEX "vip_plans_gift_coin" on "vip_plans" ("gift_coin", "id");

CREATE INDEX "vip_plans_gift_compute" on "vip_plans" ("gift_compute", "id");

CREATE INDEX "vip_plans_level" on "vip_plans" ("level", "id");

CREATE INDEX "vip_plans_level_sort" on "vip_plans" ("level", "sort", "id");

CREATE INDEX "vip_plans_limit_per_user" on "vip_plans" ("limit_per_user", "id");

CREATE UNIQUE INDEX "vip_plans_name_unique" on "vip_plans" ("name");

CREATE INDEX "vip_plans_original_price" on "vip_plans" ("original_price", "id");

CREATE INDEX "vip_plans_price" on "vip_plans" ("price", "id");

CREATE INDEX "vip_plans_recommended_sort" on "vip_plans" ("recommended", "sort", "id");

CREATE INDEX "vip_plans_revenue" on "vip_plans" ("revenue", "id");

CREATE INDEX "vip_plans_sales" on "vip_plans" ("sales", "id");

CREATE INDEX "vip_plans_sort" on "vip_plans" ("sort", "id");

CREATE INDEX "vip_plans_status_sort" on "vip_plans" ("status", "sort", "id");

CREATE INDEX "vip_plans_stock" on "vip_plans" ("stock", "id");

CREATE INDEX "vip_plans_updated_at" on "vip_plans" ("updated_at", "id");

CREATE VIRTUAL TABLE "vip_plans_search" using fts5(terms, content='', contentless_delete=1, detail=none,
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

CREATE INDEX "wallets_asset" on "wallets" ("asset", "id");

CREATE INDEX "wallets_balance" on "wallets" ("balance", "id");

CREATE INDEX "wallets_created_at" on "wallets" ("created_at", "id");

CREATE INDEX "wallets_debt" on "wallets" ("debt", "id");

CREATE INDEX "wallets_user_id" on "wallets" ("user_id", "id");

CREATE UNIQUE INDEX "wallets_user_id_asset_unique" on "wallets" ("user_id", "asset");

CREATE TABLE "webhook_cursors" (
  "id" bigint primary key,
  "place" text not null,
  "updated_at" bigint not null
);

CREATE TABLE "webhook_deliveries" (
  "id" integer primary key autoincrement,
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
);

CREATE INDEX "webhook_deliveries_attempts" on "webhook_deliveries" ("attempts", "id");

CREATE INDEX "webhook_deliveries_created_at" on "webhook_deliveries" ("created_at", "id");

CREATE INDEX "webhook_deliveries_due" on "webhook_deliveries" ("next_attempt_at", "id") where status = 'pending';

CREATE INDEX "webhook_deliveries_duration_ms" on "webhook_deliveries" ("duration_ms", "id");

CREATE INDEX "webhook_deliveries_endpoint_id" on "webhook_deliveries" ("endpoint_id", "id");

CREATE INDEX "webhook_deliveries_error" on "webhook_deliveries" ("error", "id");

CREATE INDEX "webhook_deliveries_event" on "webhook_deliveries" ("event", "id");

CREATE INDEX "webhook_deliveries_event_id" on "webhook_deliveries" ("event_id", "id");

CREATE INDEX "webhook_deliveries_next_attempt_at" on "webhook_deliveries" ("next_attempt_at", "id");

CREATE INDEX "webhook_deliveries_response_status" on "webhook_deliveries" ("response_status", "id");

CREATE INDEX "webhook_deliveries_status" on "webhook_deliveries" ("status", "id");

CREATE TABLE "webhook_endpoints" (
  "id" integer primary key autoincrement,
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
);

CREATE INDEX "webhook_endpoints_created_at" on "webhook_endpoints" ("created_at", "id");

CREATE INDEX "webhook_endpoints_disabled_reason" on "webhook_endpoints" ("disabled_reason", "id");

CREATE INDEX "webhook_endpoints_failing_since" on "webhook_endpoints" ("failing_since", "id");

CREATE INDEX "webhook_endpoints_last_success_at" on "webhook_endpoints" ("last_success_at", "id");

CREATE UNIQUE INDEX "webhook_endpoints_name_unique" on "webhook_endpoints" ("name");

CREATE INDEX "webhook_endpoints_service_client_id" on "webhook_endpoints" ("service_client_id", "id");

CREATE INDEX "webhook_endpoints_status" on "webhook_endpoints" ("status", "id");

CREATE INDEX "webhook_endpoints_updated_at" on "webhook_endpoints" ("updated_at", "id");

CREATE VIRTUAL TABLE "webhook_endpoints_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "webhook_secrets" (
  "id" integer primary key autoincrement,
  "endpoint_id" bigint not null references "webhook_endpoints" ("id") on delete cascade,
  "secret" text,
  "expires_at" bigint,
  "created_at" bigint not null
);

CREATE INDEX "webhook_secrets_endpoint_id" on "webhook_secrets" ("endpoint_id");

CREATE TABLE "withdrawals" (
  "id" integer primary key autoincrement,
  "no" text,
  "distributor_id" bigint references "distributors" ("id"),
  "agent_id" bigint references "regional_agents" ("id"),
  "amount" bigint not null,
  "fee" bigint not null default 0,
  "payout" bigint not null default 0,
  "channel" text not null,
  "account" text,
  "account_mask" text,
  "real_name" text,
  "real_name_mask" text,
  "bank_name" text,
  "external_no" text,
  "voucher" text,
  "reason" text,
  "approved_by" bigint references "admins" ("id"),
  "approved_at" bigint,
  "paid_by" bigint references "admins" ("id"),
  "finished_at" bigint,
  "status" text not null,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "attempt" bigint not null default 1,
  "currency" text not null default 'CNY',
  check (("distributor_id" is null) <> ("agent_id" is null))
);

CREATE INDEX "withdrawals_agent_id" on "withdrawals" ("agent_id", "id");

CREATE INDEX "withdrawals_amount" on "withdrawals" ("amount", "id");

CREATE INDEX "withdrawals_approved_by" on "withdrawals" ("approved_by", "id");

CREATE INDEX "withdrawals_channel" on "withdrawals" ("channel", "id");

CREATE UNIQUE INDEX "withdrawals_channel_external_no_unique" on "withdrawals" ("channel", "external_no");

CREATE INDEX "withdrawals_created_at" on "withdrawals" ("created_at", "id");

CREATE INDEX "withdrawals_distributor_id" on "withdrawals" ("distributor_id", "id");

CREATE INDEX "withdrawals_external_no" on "withdrawals" ("external_no", "id");

CREATE INDEX "withdrawals_fee" on "withdrawals" ("fee", "id");

CREATE UNIQUE INDEX "withdrawals_no_unique" on "withdrawals" ("no");

CREATE INDEX "withdrawals_paid_by" on "withdrawals" ("paid_by", "id");

CREATE INDEX "withdrawals_status" on "withdrawals" ("status", "id");

CREATE INDEX "withdrawals_updated_at" on "withdrawals" ("updated_at", "id");

CREATE VIRTUAL TABLE "withdrawals_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "write_reruns" (
  "id" integer primary key autoincrement,
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
  "created_by" bigint,
  "updated_by" bigint,
  "error_detail" text,
  "is_cut" integer
);

CREATE INDEX "write_reruns_characters" on "write_reruns" ("characters", "id");

CREATE INDEX "write_reruns_created_at" on "write_reruns" ("created_at", "id");

CREATE INDEX "write_reruns_finished_at" on "write_reruns" ("finished_at", "id");

CREATE INDEX "write_reruns_model_id" on "write_reruns" ("model_id", "id");

CREATE INDEX "write_reruns_status" on "write_reruns" ("status", "id");

CREATE INDEX "write_reruns_task_id" on "write_reruns" ("task_id", "id");

CREATE INDEX "write_reruns_updated_at" on "write_reruns" ("updated_at", "id");

CREATE VIRTUAL TABLE "write_reruns_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "write_tasks" (
  "id" integer primary key autoincrement,
  "no" text,
  "user_id" bigint not null references "users" ("id"),
  "request_id" text,
  "prompt" text,
  "params" text,
  "model_id" bigint references "ai_models" ("id"),
  "channel" text,
  "upstream_id" text,
  "progress" bigint,
  "attempt" bigint not null,
  "results" text,
  "error_code" text,
  "error" text,
  "asset" text not null,
  "amount" bigint not null,
  "charged" bigint not null,
  "refunded" bigint not null,
  "hold_no" text,
  "publication" text not null,
  "reject_reason" text,
  "started_at" bigint,
  "finished_at" bigint,
  "timeout_at" bigint,
  "status" text not null,
  "template_id" bigint references "write_templates" ("id"),
  "content" text,
  "words" bigint,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint
);

CREATE INDEX "write_tasks_attempt" on "write_tasks" ("attempt", "id");

CREATE INDEX "write_tasks_channel" on "write_tasks" ("channel", "id");

CREATE INDEX "write_tasks_charged" on "write_tasks" ("charged", "id");

CREATE INDEX "write_tasks_created_at" on "write_tasks" ("created_at", "id");

CREATE INDEX "write_tasks_finished_at" on "write_tasks" ("finished_at", "id");

CREATE INDEX "write_tasks_model_id" on "write_tasks" ("model_id", "id");

CREATE UNIQUE INDEX "write_tasks_no_unique" on "write_tasks" ("no");

CREATE INDEX "write_tasks_publication" on "write_tasks" ("publication", "id");

CREATE INDEX "write_tasks_refunded" on "write_tasks" ("refunded", "id");

CREATE INDEX "write_tasks_status" on "write_tasks" ("status", "id");

CREATE INDEX "write_tasks_template_id" on "write_tasks" ("template_id", "id");

CREATE INDEX "write_tasks_timeout_at" on "write_tasks" ("timeout_at", "id");

CREATE INDEX "write_tasks_user_id" on "write_tasks" ("user_id", "id");

CREATE UNIQUE INDEX "write_tasks_user_id_request_id_unique" on "write_tasks" ("user_id", "request_id");

CREATE VIRTUAL TABLE "write_tasks_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

CREATE TABLE "write_template_versions" (
  "id" integer primary key autoincrement,
  "owner_id" bigint not null references "write_templates" ("id"),
  "no" bigint not null,
  "note" text,
  "publisher" text,
  "content" text,
  "created_at" bigint not null
);

CREATE INDEX "write_template_versions_created_at" on "write_template_versions" ("created_at", "id");

CREATE INDEX "write_template_versions_no" on "write_template_versions" ("no", "id");

CREATE INDEX "write_template_versions_owner_id" on "write_template_versions" ("owner_id", "id");

CREATE UNIQUE INDEX "write_template_versions_owner_id_no_unique" on "write_template_versions" ("owner_id", "no");

CREATE TABLE "write_templates" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "name_en" text,
  "key" text not null,
  "category" text not null,
  "icon_id" bigint references "ai_icons" ("id"),
  "description" text,
  "form" text not null,
  "prompt" text not null,
  "model_id" bigint references "ai_models" ("id"),
  "output" text not null,
  "max_words" bigint not null,
  "required_vip_level" bigint,
  "price" bigint,
  "use_count" bigint,
  "sort" bigint,
  "status" text not null,
  "published_version" bigint,
  "published_at" bigint,
  "reject_reason" text,
  "version" bigint not null default 1,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "created_by" bigint,
  "updated_by" bigint,
  "changed_since" integer not null default 0,
  "sample" text
);

CREATE INDEX "write_templates_category_sort" on "write_templates" ("category", "sort", "id");

CREATE INDEX "write_templates_changed_since_sort" on "write_templates" ("changed_since", "sort", "id");

CREATE INDEX "write_templates_created_at" on "write_templates" ("created_at", "id");

CREATE INDEX "write_templates_icon_id_sort" on "write_templates" ("icon_id", "sort", "id");

CREATE UNIQUE INDEX "write_templates_key_unique" on "write_templates" ("key");

CREATE INDEX "write_templates_model_id_sort" on "write_templates" ("model_id", "sort", "id");

CREATE INDEX "write_templates_output_sort" on "write_templates" ("output", "sort", "id");

CREATE INDEX "write_templates_published_at" on "write_templates" ("published_at", "id");

CREATE INDEX "write_templates_published_version" on "write_templates" ("published_version", "id");

CREATE INDEX "write_templates_required_vip_level" on "write_templates" ("required_vip_level", "id");

CREATE INDEX "write_templates_sort" on "write_templates" ("sort", "id");

CREATE INDEX "write_templates_status_sort" on "write_templates" ("status", "sort", "id");

CREATE INDEX "write_templates_updated_at" on "write_templates" ("updated_at", "id");

CREATE INDEX "write_templates_use_count" on "write_templates" ("use_count", "id");

CREATE VIRTUAL TABLE "write_templates_search" using fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize='ascii', prefix='1');

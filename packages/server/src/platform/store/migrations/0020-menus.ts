import type { Migration } from './migration.ts';

/** Menus, courses with their timetable, and client apps. */
export const createMenus: Migration = {
  id: '0020-menus',
  statements: [
    `create table "menu_groups" (
      {id}, "name" text not null, "name_en" text, "icon_id" bigint references "ai_icons" ("id"),
      "sort" bigint, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "menu_groups_name_unique" on "menu_groups" ("name")',
    'create index "menu_groups_sort" on "menu_groups" ("sort" {nullsFirst}, "id")',
    'create index "menu_groups_created_at" on "menu_groups" ("created_at", "id")',
    'create index "menu_groups_status_sort" on "menu_groups" ("status", "sort" {nullsFirst}, "id")',
    'create index "menu_groups_icon_id_sort" on "menu_groups" ("icon_id" {nullsFirst}, "sort" {nullsFirst}, "id")',
    '{search menu_groups}',
    `create table "menu_items" (
      {id}, "group_id" bigint not null references "menu_groups" ("id"), "name" text not null, "name_en" text,
      "icon_id" bigint references "ai_icons" ("id"), "kind" text not null, "target" text not null,
      "badge" text, "required_vip_level" bigint, "login_required" integer not null, "platforms" text,
      "sort" bigint, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "menu_items_group_id_name_unique" on "menu_items" ("group_id", "name")',
    'create index "menu_items_sort" on "menu_items" ("sort" {nullsFirst}, "id")',
    'create index "menu_items_created_at" on "menu_items" ("created_at", "id")',
    'create index "menu_items_group_id_sort" on "menu_items" ("group_id", "sort" {nullsFirst}, "id")',
    'create index "menu_items_kind_sort" on "menu_items" ("kind", "sort" {nullsFirst}, "id")',
    'create index "menu_items_status_sort" on "menu_items" ("status", "sort" {nullsFirst}, "id")',
    'create index "menu_items_icon_id_sort" on "menu_items" ("icon_id" {nullsFirst}, "sort" {nullsFirst}, "id")',
    '{search menu_items}',
    `create table "courses" (
      {id}, "title" text not null, "title_en" text, "slug" text not null, "category" text not null,
      "level" text not null, "teacher" text not null, "cover" text, "summary" text, "content" text,
      "content_en" text, "video" text, "attachments" text, "is_free" integer not null, "price" bigint,
      "required_vip_level" bigint, "tags" text, "status" text not null, "publish_at" bigint,
      "published_at" bigint, "view_count" bigint, "enroll_count" bigint, "sort" bigint,
      "version" bigint not null default 1, "created_at" bigint not null, "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "courses_slug_unique" on "courses" ("slug")',
    'create index "courses_sort" on "courses" ("sort" {nullsFirst}, "id")',
    'create index "courses_enroll_count" on "courses" ("enroll_count" {nullsFirst}, "id")',
    'create index "courses_publish_at" on "courses" ("publish_at" {nullsFirst}, "id")',
    'create index "courses_published_at" on "courses" ("published_at" {nullsFirst}, "id")',
    'create index "courses_created_at" on "courses" ("created_at", "id")',
    'create index "courses_category_sort" on "courses" ("category", "sort" {nullsFirst}, "id")',
    'create index "courses_level_sort" on "courses" ("level", "sort" {nullsFirst}, "id")',
    'create index "courses_status_sort" on "courses" ("status", "sort" {nullsFirst}, "id")',
    'create index "courses_is_free_sort" on "courses" ("is_free", "sort" {nullsFirst}, "id")',
    '{search courses}',
    `create table "course_schedules" (
      {id}, "course_id" bigint not null references "courses" ("id"), "title" text not null,
      "teacher" text not null, "start_at" bigint not null, "end_at" bigint not null, "mode" text not null,
      "place" text, "meeting_url" text, "capacity" bigint, "enrolled" bigint, "remind_minutes" bigint,
      "cancel_reason" text, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create index "course_schedules_start_at" on "course_schedules" ("start_at", "id")',
    'create index "course_schedules_end_at" on "course_schedules" ("end_at", "id")',
    'create index "course_schedules_created_at" on "course_schedules" ("created_at", "id")',
    'create index "course_schedules_course_id_start_at" on "course_schedules" ("course_id", "start_at", "id")',
    'create index "course_schedules_teacher_start_at" on "course_schedules" ("teacher", "start_at", "id")',
    'create index "course_schedules_mode_start_at" on "course_schedules" ("mode", "start_at", "id")',
    'create index "course_schedules_status_start_at" on "course_schedules" ("status", "start_at", "id")',
    '{search course_schedules}',
    `create table "client_apps" (
      {id}, "name" text not null, "platform" text not null, "app_key" text, "callback_domains" text,
      "app_version" text, "min_version" text, "force_update" integer not null, "download_url" text,
      "release_notes" text, "released_at" bigint, "status" text not null, "version" bigint not null default 1,
      "created_at" bigint not null, "updated_at" bigint not null, "created_by" bigint, "updated_by" bigint
    )`,
    'create unique index "client_apps_name_unique" on "client_apps" ("name")',
    'create unique index "client_apps_app_key_unique" on "client_apps" ("app_key")',
    'create index "client_apps_released_at" on "client_apps" ("released_at" {nullsFirst}, "id")',
    'create index "client_apps_created_at" on "client_apps" ("created_at", "id")',
    'create index "client_apps_platform" on "client_apps" ("platform", "id")',
    'create index "client_apps_status" on "client_apps" ("status", "id")',
    '{search client_apps}',
    `create table "client_app_secrets" (
      {id}, "owner_id" bigint not null references "client_apps" ("id") on delete cascade, "hash" text not null,
      "expires_at" bigint, "created_at" bigint not null
    )`,
    'create index "client_app_secrets_owner" on "client_app_secrets" ("owner_id")',
  ],
};

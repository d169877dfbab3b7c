import type { Migration } from './migration.ts';

export const carouselMigration: Migration = {
  id: '0017-carousel',
  statements: [
    `create table "carousels" (
      {id},
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
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "carousels_sort" on "carousels" ("sort" {nullsFirst}, "id")',
    'create index "carousels_start_at" on "carousels" ("start_at" {nullsFirst}, "id")',
    'create index "carousels_end_at" on "carousels" ("end_at" {nullsFirst}, "id")',
    'create index "carousels_created_at" on "carousels" ("created_at", "id")',
    'create index "carousels_place_sort" on "carousels" ("place", "sort" {nullsFirst}, "id")',
    'create index "carousels_language_sort" on "carousels" ("language", "sort" {nullsFirst}, "id")',
    'create index "carousels_status_sort" on "carousels" ("status", "sort" {nullsFirst}, "id")',
    '{search carousels}',
  ],
};

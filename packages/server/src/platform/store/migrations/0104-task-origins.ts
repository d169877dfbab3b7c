import type { Migration } from './migration.ts';

/** What creative tasks are made from, and how often slide decks were downloaded. */
export const taskOriginsMigration: Migration = {
  id: '0104-task-origins',
  statements: [
    'alter table "draw_tasks" add column "mode" text',
    'alter table "draw_tasks" add column "inputs" text',
    'create index "draw_tasks_mode" on "draw_tasks" ("mode" {nullsFirst}, "id")',
    'alter table "video_tasks" add column "mode" text',
    'alter table "video_tasks" add column "inputs" text',
    'create index "video_tasks_mode" on "video_tasks" ("mode" {nullsFirst}, "id")',
    'alter table "slide_tasks" add column "source" text',
    'alter table "slide_tasks" add column "inputs" text',
    'alter table "slide_tasks" add column "language" text',
    'alter table "slide_tasks" add column "theme" text',
    'alter table "slide_tasks" add column "downloads" bigint',
    'create index "slide_tasks_source" on "slide_tasks" ("source" {nullsFirst}, "id")',
  ],
};

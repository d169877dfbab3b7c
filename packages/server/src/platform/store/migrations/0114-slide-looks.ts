import type { Migration } from './migration.ts';

/** Slide decks are found by their language and looks, and sorted by how often they were downloaded. */
export const slideAppearanceMigration: Migration = {
  id: '0114-slide-looks',
  statements: [
    'create index "slide_tasks_language" on "slide_tasks" ("language" {nullsFirst}, "id")',
    'create index "slide_tasks_theme" on "slide_tasks" ("theme" {nullsFirst}, "id")',
    'create index "slide_tasks_downloads" on "slide_tasks" ("downloads" {nullsFirst}, "id")',
  ],
};

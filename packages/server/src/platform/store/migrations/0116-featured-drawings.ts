import type { Migration } from './migration.ts';

/** Drawings are found by whether they are featured, which few are. */
export const featuredDrawingsMigration: Migration = {
  id: '0116-featured-drawings',
  statements: ['create index "draw_tasks_recommended" on "draw_tasks" ("recommended", "id")'],
};

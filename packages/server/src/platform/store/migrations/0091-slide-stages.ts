import type { Migration } from './migration.ts';

/** How far a slide deck is, so that a retry goes on from there. */
export const slideStagesMigration: Migration = {
  id: '0091-slide-stages',
  statements: ['alter table "slide_tasks" add column "stage" text'],
};

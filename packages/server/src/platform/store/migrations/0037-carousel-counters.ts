import type { Migration } from './migration.ts';

/** How often a carousel picture was shown and followed. */
export const carouselCountersMigration: Migration = {
  id: '0037-carousel-counters',
  statements: [
    'alter table "carousels" add column "view_count" bigint not null default 0',
    'alter table "carousels" add column "click_count" bigint not null default 0',
  ],
};

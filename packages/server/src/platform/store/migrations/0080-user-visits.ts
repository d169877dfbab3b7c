import type { Migration } from './migration.ts';

/** Who was there on which day of the site, and since when: what a platform's active people are counted from. */
export const userVisitsMigration: Migration = {
  id: '0080-user-visits',
  statements: [
    `create table user_visits (
      day text not null,
      user_id bigint not null,
      first_at bigint not null,
      primary key (day, user_id)
    )`,
    'create index user_visits_first_at on user_visits (first_at)',
  ],
};

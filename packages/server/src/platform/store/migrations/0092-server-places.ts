import type { Migration } from './migration.ts';

/** The servers that keep files of their own beside one database, as each was last heard of. */
export const serverInstancesMigration: Migration = {
  id: '0092-server-places',
  statements: [
    `create table "server_places" (
      "holder" text primary key,
      "place" text not null,
      "began_at" bigint not null,
      "seen_at" bigint not null
    )`,
    'create index "server_places_place" on "server_places" ("place", "seen_at")',
  ],
};

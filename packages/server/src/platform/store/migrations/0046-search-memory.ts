import type { Migration } from './migration.ts';

/** Words come by thousands: those of one call are sorted in memory and written once, instead of in parts that are merged later. */
export const searchMemoryMigration: Migration = {
  id: '0046-search-memory',
  statements: ['{bulkSearch banned_words}', '{bulkSearch allow_words}', '{bulkSearch users}'],
};

import { baseline } from './0001-baseline.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order in which they run. */
export const allMigrations: readonly Migration[] = [
  baseline,
  // Later migrations follow, in the order of their numbers.
];

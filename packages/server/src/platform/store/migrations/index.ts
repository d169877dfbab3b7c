import { baseline } from './0001-baseline.ts';
import { webhooks } from './0002-webhooks.ts';
import { explicitPermissions } from './0003-explicit-permissions.ts';
import { sortIndexes } from './0004-sort-indexes.ts';
import { bannedWordVariants } from './0005-banned-word-variants.ts';
import { renameTables } from './0006-rename-tables.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order in which they run. */
export const allMigrations: readonly Migration[] = [
  baseline,
  webhooks,
  explicitPermissions,
  sortIndexes,
  bannedWordVariants,
  renameTables,
  // Later migrations follow, in the order of their numbers.
];

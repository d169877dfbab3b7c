import { baseline } from './0001-baseline.ts';
import { webhooks } from './0002-webhooks.ts';
import { bannedWordVariants } from './0006-banned-word-variants.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order in which they run. */
export const allMigrations: readonly Migration[] = [
  baseline,
  webhooks,
  bannedWordVariants,
  // Later migrations follow, in the order of their numbers.
];

import type { Migration } from './migration.ts';

/** Spellings of a banned word that match as well, as JSON; empty for none. */
export const bannedWordVariants: Migration = {
  id: '0005-banned-word-variants',
  statements: ['alter table "banned_words" add column "variants" text'],
};

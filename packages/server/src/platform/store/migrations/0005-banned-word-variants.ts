import type { Migration } from './migration.ts';

/** Further spellings of a banned word, as JSON; null without any. */
export const bannedWordVariants: Migration = {
  id: '0005-banned-word-variants',
  statements: ['alter table "banned_words" add column "variants" text'],
};

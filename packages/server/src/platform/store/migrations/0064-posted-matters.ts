import type { Migration } from './migration.ts';

/** When a matter of the message panel was last told by a webhook, beside when by mail. */
export const postedNotificationsMigration: Migration = {
  id: '0064-posted-matters',
  statements: ['alter table notifications add column posted_at bigint'],
};

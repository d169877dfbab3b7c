import type { Migration } from './migration.ts';

/** How often a withdrawal was asked for: one that could not be paid may be asked for again. */
export const withdrawalAttemptsMigration: Migration = {
  id: '0041-withdrawal-attempts',
  statements: ['alter table "withdrawals" add column "attempt" bigint not null default 1'],
};

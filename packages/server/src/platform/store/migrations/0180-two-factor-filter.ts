import type { Migration } from './migration.ts';

/** Admins are listed by whether they use two-factor. */
export const twoFactorFilterMigration: Migration = {
  id: '0180-two-factor-filter',
  statements: ['create index "admins_totp_enabled" on "admins" ("totp_enabled", "id")'],
};

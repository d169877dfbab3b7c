import type { Migration } from './migration.ts';

/** What an account may see of what its role may, and whether it has to use two-factor. */
export const permissionSetsMigration: Migration = {
  id: '0043-permission-sets',
  statements: [
    'alter table "admins" add column "permission_set" text',
    'alter table "admins" add column "require_two_factor" integer not null default 0',
    'create index "admins_require_two_factor" on "admins" ("require_two_factor", "id")',
  ],
};

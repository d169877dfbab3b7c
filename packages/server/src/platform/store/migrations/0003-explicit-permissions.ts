import type { Migration } from './migration.ts';

/**
 * Makes permission sets explicit. Before, an admin without a set had all permissions of the role; now an empty set grants
 * nothing, so these admins get all areas. Other sets are not changed.
 */
export const explicitPermissions: Migration = {
  id: '0003-explicit-permissions',
  statements: [
    `update "admins" set "permission_set" = '["all"]' where "permission_set" is null or "permission_set" in ('', '[]', 'null')`,
  ],
};

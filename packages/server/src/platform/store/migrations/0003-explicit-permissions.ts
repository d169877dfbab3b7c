import type { Migration } from './migration.ts';

/**
 * Permission sets that say what they grant. Until now an admin without a set could do all that the role allows; a set that names
 * nothing now grants nothing, so these admins get all areas by name. Sets that name areas stay as they are.
 */
export const explicitPermissions: Migration = {
  id: '0003-explicit-permissions',
  statements: [
    `update "admins" set "permission_set" = '["all"]' where "permission_set" is null or "permission_set" in ('', '[]', 'null')`,
  ],
};

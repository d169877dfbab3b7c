import type { Migration } from './migration.ts';

/** Announcements name the platforms of client apps: what was for the app is for each of them. */
export const noticePlatformsMigration: Migration = {
  id: '0076-notice-platforms',
  statements: [
    `update "notices" set "platforms" = replace("platforms", '"app"', '"android","ios","desktop"')
      where "platforms" like '%"app"%'`,
  ],
};

import type { Migration } from './migration.ts';

/** A redemption that was never taken back says nothing of what came back, in place of 0. */
export const nothingTakenBackMigration: Migration = {
  id: '0101-nothing-taken-back',
  statements: [
    `update "redemptions" set "reclaimed_coin" = null, "reclaimed_power" = null, "reclaimed_days" = null,
      "lost_coin" = null, "lost_power" = null, "lost_days" = null where "status" = 'granted'`,
  ],
};

import type { Migration } from './migration.ts';

/**
 * Of a redemption: whether it was taken back, what came back and what did not. What was redeemed, by whom and when never changes.
 * Codes and batches count what was taken back of them.
 */
export const redemptionReversalsMigration: Migration = {
  id: '0077-redemption-reversals',
  statements: [
    '{keeps redemptions: code_id, batch_id, user_id, nth, grants, created_at}',
    'alter table "redemptions" add column "reclaimed_coin" bigint default 0',
    'alter table "redemptions" add column "reclaimed_power" bigint default 0',
    'alter table "redemptions" add column "reclaimed_days" bigint default 0',
    'alter table "redemptions" add column "lost_coin" bigint default 0',
    'alter table "redemptions" add column "lost_power" bigint default 0',
    'alter table "redemptions" add column "lost_days" bigint default 0',
    'alter table "redemptions" add column "reason" text',
    'alter table "redemptions" add column "reversed_at" bigint',
    `alter table "redemptions" add column "status" text not null default 'granted'`,
    'alter table "redemptions" add column "version" bigint not null default 1',
    'alter table "redemptions" add column "updated_at" bigint not null default 0',
    'alter table "redemptions" add column "created_by" bigint',
    'alter table "redemptions" add column "updated_by" bigint',
    'update "redemptions" set "updated_at" = "created_at"',
    'create index "redemptions_status" on "redemptions" ("status", "id")',
    'alter table "redeem_codes" add column "reversed_count" bigint default 0',
    'alter table "redeem_batches" add column "reversed" bigint default 0',
  ],
};

import type { Migration } from './migration.ts';

/** Codes that give a membership: the plan as it was when they were made. */
export const redeemPlansMigration: Migration = {
  id: '0028-redeem-plans',
  statements: [
    'alter table "redeem_batches" add column "vip_plan_id" bigint references "vip_plans" ("id")',
    'alter table "redeem_batches" add column "vip_days" bigint',
    'alter table "redeem_batches" add column "vip_snapshot" text',
  ],
};

import type { Migration } from './migration.ts';

/** What members may do that others may not, and what a hold was charged of its price. */
export const planBenefitsMigration: Migration = {
  id: '0050-plan-benefits',
  statements: [
    'alter table "vip_plans" add column "concurrency" bigint not null default 0',
    'alter table "vip_plans" add column "rate_multiplier" bigint not null default 10000',
    'alter table "vip_plans" add column "allow_models" text',
    'alter table "vip_plans" add column "allow_app_categories" text',
    'alter table "holds" add column "list_amount" bigint not null default 0',
    'alter table "holds" add column "rate_multiplier" bigint not null default 10000',
    'alter table "holds" add column "least_charge" bigint not null default 1',
    'update "holds" set "list_amount" = "amount"',
    'create index "holds_open" on "holds" ("user_id", "expires_at") where "status" = \'held\'',
  ],
};

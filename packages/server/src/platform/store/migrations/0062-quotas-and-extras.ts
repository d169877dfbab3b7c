import type { Migration } from './migration.ts';

/**
 * Quotas that cover the models of one group alone, and of which group a hold is; empty for all and for none. The least that a
 * sign-in adds at random, and what it added.
 */
export const quotasAndExtrasMigration: Migration = {
  id: '0062-quotas-and-extras',
  statements: [
    `alter table "quota_buckets" add column "model_group" text not null default ''`,
    `alter table "holds" add column "model_group" text not null default ''`,
    'drop index "quota_buckets_period_unique"',
    `create unique index "quota_buckets_period_unique"
      on "quota_buckets" ("membership_id", "capability", "period", "period_start", "model_group")`,
    'alter table "sign_rules" add column "extra_coin_min" bigint default 0',
    'alter table "sign_logs" add column "extra_coin" bigint not null default 0',
  ],
};

import type { Migration } from './migration.ts';

/**
 * Periods of quotas belong to what was paid for: a membership stores how many it has and how far into them it is while it waits,
 * a change stores how many it paid for, and a bucket which period it is, what the plan gives in one and what an admin restored.
 * Null on a membership or a change that is older than this is no limit but its time. A hold stores since when it holds points.
 */
export const paidQuotaPeriodsMigration: Migration = {
  id: '0130-paid-quota-periods',
  statements: [
    'alter table "user_memberships" add column "quota_term" bigint not null default 1',
    'alter table "user_memberships" add column "quota_elapsed_ms" bigint',
    'alter table "user_memberships" add column "paid_days" bigint',
    'alter table "user_memberships" add column "paid_thirtieths" bigint',
    'alter table "membership_changes" add column "paid_days" bigint',
    'alter table "membership_changes" add column "paid_thirtieths" bigint',
    'alter table "membership_changes" add column "paid_terms" bigint',
    'alter table "quota_buckets" add column "term" bigint not null default 1',
    'alter table "quota_buckets" add column "period_no" bigint not null default 0',
    'alter table "quota_buckets" add column "amount" bigint not null default 0',
    'alter table "quota_buckets" add column "restored" bigint not null default 0',
    `update "quota_buckets" set "term" = 0 where "period" = 'total'`,
    'update "quota_buckets" set "amount" = "granted"',
    `update "quota_buckets" set "period_no" = (select count(*) from "quota_buckets" as "earlier"
      where "earlier"."membership_id" = "quota_buckets"."membership_id"
        and "earlier"."capability" = "quota_buckets"."capability"
        and "earlier"."period" = "quota_buckets"."period"
        and "earlier"."model_group" = "quota_buckets"."model_group"
        and "earlier"."period_start" < "quota_buckets"."period_start")`,
    // Holds: since when points are set aside, by which their extension is limited.
    'alter table "holds" add column "held_at" bigint not null default 0',
    'update "holds" set "held_at" = "created_at"',
    'drop index "quota_buckets_period_unique"',
    `create unique index "quota_buckets_period_unique"
      on "quota_buckets" ("membership_id", "capability", "period", "model_group", "term", "period_no")`,
  ],
};

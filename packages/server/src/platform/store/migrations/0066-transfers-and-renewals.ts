import type { Migration } from './migration.ts';

/**
 * What tells one payment of money back from another, so that no two refunds name the same; of refunds before that share one, the
 * first keeps it. Until when a risk event acts, and how often it did. Filters by asset and result without a walk through the table.
 */
export const transfersAndRenewalsMigration: Migration = {
  id: '0066-transfers-and-renewals',
  statements: [
    'alter table "refunds" add column "transfer_key" text',
    `update "refunds" set "transfer_key" = case
        when "hand_paid_no" is not null then 'manual:' || upper(replace("hand_paid_no", ' ', ''))
        else 'manual:' || upper(replace("channel_refund_no", ' ', '')) end
      where "hand_paid_no" is not null or ("channel" = 'manual' and "channel_refund_no" is not null)`,
    `update "refunds" set "transfer_key" = null where "id" not in
      (select min("id") from "refunds" where "transfer_key" is not null group by "transfer_key")`,
    'create unique index "refunds_transfer_key" on "refunds" ("transfer_key") where "transfer_key" is not null',
    'alter table "risk_events" add column "acted_at" bigint',
    'alter table "risk_events" add column "acts_until" bigint',
    'alter table "risk_events" add column "renewals" bigint default 0',
    `update "risk_events" set "acted_at" = "created_at", "acts_until" = "created_at" +
        coalesce((select "freeze_hours" from "risk_rules" where "risk_rules"."id" = "risk_events"."rule_id"), 24) * 3600000
      where "status" = 'open' and ("action_taken" in ('captcha', 'limit') or exists (select 1 from "users"
        where "users"."id" = "risk_events"."user_id" and "users"."status" = 'banned'
        and "users"."ban_reason" = "risk_events"."name"))`,
    'create index "holds_asset" on "holds" ("asset", "id")',
    'create index "wallets_asset" on "wallets" ("asset", "id")',
    'create index "ledger_entries_asset" on "ledger_entries" ("asset", "id")',
    'create index "usage_records_asset" on "usage_records" ("asset", "id")',
    'create index "usage_records_status" on "usage_records" ("status", "id")',
  ],
};

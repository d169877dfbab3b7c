import type { Migration } from './migration.ts';

const sums =
  '"requests", "success", "failed", "prompt_tokens", "completion_tokens", "units", "charged_coin", "charged_power", "upstream_cost"';
const measures = `count(*), sum(case when "status" = 'success' then 1 else 0 end),
  sum(case when "status" = 'failed' then 1 else 0 end), sum("prompt_tokens"), sum("completion_tokens"), sum("units"),
  sum(case when "asset" = 'coin' then "charged_amount" else 0 end),
  sum(case when "asset" = 'power' then "charged_amount" else 0 end), sum("upstream_cost")`;
const noModel = `coalesce("model_id", 0)`;
const noKey = `coalesce("api_key_id", 0)`;

/** Sums of usage that stay few as records grow: of a day and an hour without their users, of a day by user alone. */
export const consumptionMigration: Migration = {
  id: '0015-consumption',
  statements: [
    // The first moment of the record's hour on the site's clock, UTC ms.
    'alter table "usage_records" add column "hour" bigint not null default 0',
    'update "usage_records" set "hour" = "created_at" - "created_at" % 3600000',
    // A stripe keeps those who pay at once from waiting for each other's row.
    `create table "usage_sums" (
  "span" text not null,
  "day" text not null,
  "hour" bigint not null,
  "user_id" bigint not null,
  "capability" text not null,
  "model_id" bigint not null,
  "api_key_id" bigint not null,
  "stripe" bigint not null,
  "requests" bigint not null,
  "success" bigint not null,
  "failed" bigint not null,
  "prompt_tokens" bigint not null,
  "completion_tokens" bigint not null,
  "units" bigint not null,
  "charged_coin" bigint not null,
  "charged_power" bigint not null,
  "upstream_cost" bigint not null,
  primary key ("span", "day", "hour", "user_id", "capability", "model_id", "api_key_id", "stripe")
){clustered}`,
    `insert into "usage_sums" ("span", "day", "hour", "user_id", "capability", "model_id", "api_key_id", "stripe", ${sums})
  select 'user', "day", 0, "user_id", '', 0, 0, 0, ${measures} from "usage_records" group by "day", "user_id"`,
    `insert into "usage_sums" ("span", "day", "hour", "user_id", "capability", "model_id", "api_key_id", "stripe", ${sums})
  select 'day', "day", 0, 0, "capability", ${noModel}, ${noKey}, 0, ${measures} from "usage_records"
  group by "day", "capability", ${noModel}, ${noKey}`,
    `insert into "usage_sums" ("span", "day", "hour", "user_id", "capability", "model_id", "api_key_id", "stripe", ${sums})
  select 'hour', "day", "hour", 0, "capability", ${noModel}, ${noKey}, 0, ${measures} from "usage_records"
  group by "day", "hour", "capability", ${noModel}, ${noKey}`,
  ],
};

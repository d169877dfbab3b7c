import type { Migration } from './migration.ts';

/** Tables whose amounts are in the currency of an order. */
const ofOrders = ['refunds', 'commissions', 'regional_incomes', 'invite_records', 'approvals'] as const;

const balances = ['pending', 'available', 'debt', 'reserved', 'withdrawn', 'total_income'] as const;

/**
 * Amounts carry their currency: refunds, shares of orders, postings and withdrawals. Balances of payees are stored by currency; the
 * record of a payee shows those of one, and the record of a user what they paid in one.
 */
export const currenciesMigration: Migration = {
  id: '0128-currencies',
  statements: [
    ...ofOrders.flatMap((table) => [
      `alter table "${table}" add column "currency" text`,
      `update "${table}" set "currency" = (select o."currency" from "orders" o where o."id" = "${table}"."order_id")`,
    ]),
    `alter table "product_sales" add column "currency" text not null default 'CNY'`,
    ...['vip_plans', 'currency_packs', 'power_packs'].flatMap((table) => [
      `alter table "${table}" add column "revenue_currency" text`,
      `update "${table}" set "revenue_currency" = 'CNY' where "sales" > 0`,
    ]),
    `alter table "payable_entries" add column "currency" text not null default 'CNY'`,
    `alter table "withdrawals" add column "currency" text not null default 'CNY'`,
    'alter table "users" add column "paid_currency" text',
    `update "users" set "paid_currency" = (select o."currency" from "orders" o where o."user_id" = "users"."id"
      and o."paid" > 0 order by o."paid_at" desc, o."id" desc limit 1)`,
    `update "users" set "total_paid" = coalesce((select sum(o."paid" - o."refunded") from "orders" o
      where o."user_id" = "users"."id" and o."currency" = "users"."paid_currency"), 0)`,
    `create table "payable_balances" (
      {id},
      "distributor_id" bigint references "distributors" ("id"),
      "agent_id" bigint references "regional_agents" ("id"),
      "currency" text not null,
      ${balances.map((name) => `"${name}" bigint not null default 0`).join(', ')},
      check (("distributor_id" is null) <> ("agent_id" is null)),
      check ("pending" >= 0 and "available" >= 0 and "debt" >= 0 and "reserved" >= 0 and ("available" = 0 or "debt" = 0))
    )`,
    'create unique index "payable_balances_distributor_unique" on "payable_balances" ("distributor_id", "currency")',
    'create unique index "payable_balances_agent_unique" on "payable_balances" ("agent_id", "currency")',
    ...(
      [
        ['distributors', 'distributor_id'],
        ['regional_agents', 'agent_id'],
      ] as const
    ).flatMap(([table, column]) => [
      `alter table "${table}" add column "currency" text`,
      `update "${table}" set "currency" = 'CNY' where "last_seq" > 0`,
      `insert into "payable_balances" ("${column}", "currency", ${balances.map((name) => `"${name}"`).join(', ')})
        select "id", 'CNY', ${balances.map((name) => `"${name}"`).join(', ')} from "${table}" where "last_seq" > 0`,
    ]),
  ],
};

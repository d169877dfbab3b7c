import type { Migration } from './migration.ts';

/**
 * Of an order: where it was placed, who had brought the buyer and from which region they were when they paid, the picture of the
 * evidence of a payment by hand, and what is left of the money. Of orders until now the first two are known as far as somebody
 * earned by them.
 */
export const orderOriginsMigration: Migration = {
  id: '0078-order-origins',
  statements: [
    'alter table "orders" add column "client" text',
    'alter table "orders" add column "ip" text',
    'alter table "orders" add column "distributor_id" bigint references "distributors" ("id")',
    'alter table "orders" add column "region_code" text',
    'alter table "orders" add column "evidence_file" text',
    'alter table "orders" add column "net" bigint not null default 0',
    'update "orders" set "net" = "paid" - "refunded" where "paid" <> 0',
    `update "orders" set "distributor_id" = (select min("distributor_id") from "commissions"
      where "order_id" = "orders"."id" and "kind" = 'earned' and "level" = 'direct')
      where "id" in (select "order_id" from "commissions" where "kind" = 'earned' and "level" = 'direct')`,
    `update "orders" set "region_code" = (select min("region_code") from "regional_incomes"
      where "order_id" = "orders"."id" and "kind" = 'earned')
      where "id" in (select "order_id" from "regional_incomes" where "kind" = 'earned')`,
    'create index "orders_client" on "orders" ("client" {nullsFirst}, "id")',
    'create index "orders_ip" on "orders" ("ip" {nullsFirst}, "id")',
    'create index "orders_distributor_id" on "orders" ("distributor_id" {nullsFirst}, "id")',
    'create index "orders_region_code" on "orders" ("region_code" {nullsFirst}, "id")',
  ],
};

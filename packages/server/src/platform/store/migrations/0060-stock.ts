import type { Migration } from './migration.ts';

/** How many of a product can still be sold, empty for no limit; and how many an order took of that. */
export const stockMigration: Migration = {
  id: '0060-stock',
  statements: [
    ...['vip_plans', 'currency_packs', 'power_packs'].map(
      (table) => `alter table "${table}" add column "stock" bigint`,
    ),
    'alter table "orders" add column "stock_taken" bigint not null default 0',
  ],
};

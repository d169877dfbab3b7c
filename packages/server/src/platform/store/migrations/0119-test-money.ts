import type { Migration } from './migration.ts';

/** Orders of the sandbox gateway are marked as test money, and are found by it. */
export const testMoneyMigration: Migration = {
  id: '0119-test-money',
  statements: [
    'alter table "orders" add column "test_money" integer not null default 0',
    `update "orders" set "test_money" = 1 where "pay_channel" = 'sandbox'`,
    'create index "orders_test_money" on "orders" ("test_money", "id")',
  ],
};

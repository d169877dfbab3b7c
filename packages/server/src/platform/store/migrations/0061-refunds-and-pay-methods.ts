import type { Migration } from './migration.ts';

/**
 * Of a refund that was made: that its money came back to us after all, why, and how the payer was paid otherwise. Of an order:
 * in which of its channel's ways it is paid, empty where the channel has only one.
 */
export const refundsAndPayMethodsMigration: Migration = {
  id: '0061-refunds-and-pay-methods',
  statements: [
    `alter table "refunds" add column "came_back" text not null default 'no'`,
    'alter table "refunds" add column "came_back_why" text',
    'alter table "refunds" add column "hand_paid_no" text',
    'create index "refunds_came_back" on "refunds" ("came_back", "id")',
    'alter table "orders" add column "pay_method" text',
    'create index "orders_pay_method" on "orders" ("pay_method" {nullsFirst}, "id")',
  ],
};

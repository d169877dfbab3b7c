import type { Migration } from './migration.ts';

/**
 * Money of a payment that its gateway returned without a request of ours: refunds made in its back office, and disputes. Credits of
 * an order whose payment is disputed are frozen.
 */
export const paymentReversalsMigration: Migration = {
  id: '0126-payment-reversals',
  statements: [
    `create table "payment_reversals" (
      {id},
      "order_id" bigint not null references "orders" ("id"),
      "channel" text not null,
      "kind" text not null,
      "reference" text not null,
      "status" text not null,
      "amount" bigint,
      "currency" text not null,
      "reason" text,
      "refund_id" bigint references "refunds" ("id"),
      "membership_id" bigint references "user_memberships" ("id"),
      "next_try_at" bigint,
      "created_at" bigint not null,
      "updated_at" bigint not null
    )`,
    'create unique index "payment_reversals_reference_unique" on "payment_reversals" ("channel", "kind", "reference")',
    'create index "payment_reversals_order_id" on "payment_reversals" ("order_id")',
    'create index "payment_reversals_refund_id" on "payment_reversals" ("refund_id")',
    'create index "payment_reversals_to_book" on "payment_reversals" ("next_try_at") where "next_try_at" is not null',
    'alter table "credit_lots" add column "frozen_at" bigint',
  ],
};

import type { Migration } from './migration.ts';

/**
 * Of a hold: what the request is about, where a request id could be given for something else. Of a refund that was made: when
 * its gateway is next asked whether the money is still there; those of the last thirty days are asked after once, soon.
 */
export const holdsAndRefundsMigration: Migration = {
  id: '0070-holds-and-refunds',
  statements: [
    'alter table "holds" add column "subject" text',
    'alter table "refunds" add column "next_look_at" bigint',
    'create index "refunds_next_look_at" on "refunds" ("next_look_at" {nullsFirst}, "id")',
    `update "refunds" set "next_look_at" = "finished_at" where "status" = 'succeeded' and "finished_at" >
      (select max("finished_at") from "refunds") - 2592000000`,
  ],
};

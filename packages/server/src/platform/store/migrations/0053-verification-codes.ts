import type { Migration } from './migration.ts';

/** Codes that were sent to a phone or a mailbox: one for each purpose and place, kept as keyed hashes. */
export const verificationCodesMigration: Migration = {
  id: '0053-verification-codes',
  statements: [
    `create table "verification_codes" (
      {id},
      "channel" text not null,
      "purpose" text not null,
      "subject" text not null,
      "code_mac" text not null,
      "state" text not null,
      "tries" bigint not null,
      "expires_at" bigint not null,
      "created_at" bigint not null
    )`,
    'create unique index "verification_codes_place" on "verification_codes" ("subject", "purpose", "channel")',
    'create index "verification_codes_expires_at" on "verification_codes" ("expires_at")',
  ],
};

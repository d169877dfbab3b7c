import type { Migration } from './migration.ts';

/** Services may sign their calls: what they sign with is kept sealed, and what a signed call was made with once is good no more. */
export const signedCallsMigration: Migration = {
  id: '0098-signed-calls',
  statements: [
    'alter table "service_secrets" add column "signing_key" text',
    `create table "service_nonces" (
      "client_id" bigint not null references "service_clients" ("id") on delete cascade,
      "nonce" text not null,
      "expires_at" bigint not null,
      primary key ("client_id", "nonce")
    )`,
    'create index "service_nonces_expires_at" on "service_nonces" ("expires_at")',
  ],
};

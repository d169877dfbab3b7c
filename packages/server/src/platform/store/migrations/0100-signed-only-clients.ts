import type { Migration } from './migration.ts';

/** A service client may be bound to sign its calls: its secret alone lets nobody in then. */
export const signedOnlyClientsMigration: Migration = {
  id: '0100-signed-only-clients',
  statements: ['alter table "service_clients" add column "signed_only" integer not null default 0'],
};

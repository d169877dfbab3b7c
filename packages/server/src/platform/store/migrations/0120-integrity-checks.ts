import type { Migration } from './migration.ts';

/** When the audit log and the ledger were last verified, and whether they held together. */
export const integrityChecksMigration: Migration = {
  id: '0120-integrity-checks',
  statements: [
    `create table "integrity_checks" (
  "name" text primary key,
  "checked_at" bigint not null,
  "is_ok" integer not null
)`,
  ],
};

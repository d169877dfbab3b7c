import type { Migration } from './migration.ts';

/** What else a use came to, and filters by who moved a balance and from where somebody signed in. */
export const usageFiguresMigration: Migration = {
  id: '0067-usage-figures',
  statements: [
    'alter table "usage_records" add column "cached_tokens" bigint not null default 0',
    'alter table "usage_records" add column "first_token_ms" bigint',
    'create index "ledger_entries_operator" on "ledger_entries" ("operator" {nullsFirst}, "id")',
    'create index "login_logs_ip" on "login_logs" ("ip" {nullsFirst}, "id")',
  ],
};

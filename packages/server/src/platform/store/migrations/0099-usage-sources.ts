import type { Migration } from './migration.ts';

/** What a use was for: the small app, agent, task or chat, as the service that charged it names it. */
export const usageSourcesMigration: Migration = {
  id: '0099-usage-sources',
  statements: [
    'alter table "usage_records" add column "source_type" text',
    'alter table "usage_records" add column "source_id" text',
    'create index "usage_records_source_type" on "usage_records" ("source_type" {nullsFirst}, "id")',
    'create index "usage_records_source_id" on "usage_records" ("source_id" {nullsFirst}, "id")',
  ],
};

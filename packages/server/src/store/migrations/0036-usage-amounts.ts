import type { Migration } from './migration.ts';

/** Uses by what they cost: for the dearest first, and for those of some amount and more. */
export const usageAmountsMigration: Migration = {
  id: '0036-usage-amounts',
  statements: ['create index "usage_records_charged_amount" on "usage_records" ("charged_amount" {nullsFirst}, "id")'],
};

import type { Migration } from './migration.ts';

/** What work of a model failed with is a code of ours, and what came from the upstream stands beside it; a text may be cut short. */
export const reportedOfWorkMigration: Migration = {
  id: '0107-told-of-work',
  statements: [
    'alter table "recall_runs" add column "error_detail" text',
    'alter table "write_reruns" add column "error_detail" text',
    'alter table "write_reruns" add column "is_cut" integer',
  ],
};

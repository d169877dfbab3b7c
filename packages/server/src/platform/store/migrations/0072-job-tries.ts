import type { Migration } from './migration.ts';

/** When a job that did not come to its end is tried again, and which server alone has the file that a job works on. */
export const jobTriesMigration: Migration = {
  id: '0072-job-tries',
  statements: [
    'alter table background_jobs add column run_after bigint',
    'alter table background_jobs add column place text',
    'alter table backups add column place text',
  ],
};

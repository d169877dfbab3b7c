import type { Migration } from './migration.ts';

/** Why a job failed, by its code; what was written in words before stays as it is. */
export const jobProblemsMigration: Migration = {
  id: '0106-job-problems',
  statements: ['alter table background_jobs add column error_code text'],
};

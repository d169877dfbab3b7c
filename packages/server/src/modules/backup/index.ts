import { defineModule } from '../../platform/module/define-module.ts';
import { addBackupCalls } from './backup-calls.ts';
import { createDataJobWorks } from './data-jobs.ts';

/** Backups, copies of the database and retention. */
export const backupModule = defineModule({
  name: 'backup',
  jobs: createDataJobWorks,
  routes: addBackupCalls,
});

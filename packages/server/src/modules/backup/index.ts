import { defineModule } from '../../platform/module/define-module.ts';
import { createDataOperations } from './admin-actions.ts';
import { addBackupCalls } from './backup-calls.ts';
import { createDataJobs, followTimeZone } from './daily-work.ts';
import { createDataJobWorks, type DataDeps, endOfDeadJobs } from './data-jobs.ts';
import { createInstanceRegistry } from './instance-registry.ts';

/** Backups, copies of the database and retention. */
export const backupModule = defineModule({
  name: 'backup',
  actions: createDataOperations,
  schedule: createDataJobs,
  workers: (deps: DataDeps) => [createInstanceRegistry(deps)],
  jobs: createDataJobWorks,
  onDeadJob: ({ clock }: DataDeps) => endOfDeadJobs(clock),
  settingsGuards: (deps: DataDeps) => ({ 'system/site': followTimeZone(deps) }),
  routes: addBackupCalls,
  notifications: ['backupFailed', 'databaseDamaged'],
});

export type { BackupStore } from './backup-store.ts';

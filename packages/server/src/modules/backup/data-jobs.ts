import { setTimeout } from 'node:timers/promises';
import type { Clock, Services } from '../../platform/context/context.ts';
import { notifyDeadJobs } from '../../platform/jobs/job-notifications.ts';
import type { OnDead } from '../../platform/jobs/job-rows.ts';
import type { JobWorks } from '../../platform/jobs/job-runner.ts';
import { freshFor } from '../../platform/settings/settings-reader.ts';
import { createHourOf } from '../ledger/day-of.ts';
import { readNewestTimeZone, rebuildUsage } from '../ledger/rebuild-usage.ts';
import type { BackupDeps } from './backup-rows.ts';
import { makeBackup, verifyBackup } from './backups.ts';
import { copyBackup, endCopy } from './copy-backup.ts';
import { measureData } from './measure.ts';
import { findOrphans, type OrphanDeps, removeOrphans } from './orphans.ts';
import { runRetention } from './retention.ts';

export interface DataDeps extends Services, BackupDeps, OrphanDeps {}

/** Kinds whose work stands in other rooms. */
export type OtherJobs = 'recallRun' | 'writeRerun' | 'knowledgeExport' | 'knowledgeImport';

/** The work of each kind of job. */
export function createDataJobWorks(deps: DataDeps): Omit<JobWorks, OtherJobs> {
  const { database, settings, audit } = deps;
  return {
    measure: (job) => measureData(deps, (done, total) => job.report('counting', done, total)),
    async retention(job) {
      const result = await runRetention(deps, (deleted) => job.report('deleting', deleted));
      await audit.note(null, {
        resource: 'dataset',
        resourceId: null,
        action: 'retention',
        after: { ...result.deleted },
      });
      return result;
    },
    async usageSums(job) {
      // Other processes count uses under the time zone that they know, until they read the settings anew.
      await setTimeout(freshFor);
      return rebuildUsage(database, createHourOf(), readNewestTimeZone(settings), (done, total) =>
        job.report('summing', done, total),
      );
    },
    backup: (job) => makeBackup(deps, job),
    backupCopy: (job) => copyBackup(deps, job, Number(job.params.id)),
    backupProof: (job) => verifyBackup(deps, job),
    findOrphans: (job) => findOrphans(deps, job.report),
    async removeOrphans(job) {
      const result = await removeOrphans(deps, job.report);
      await audit.note(null, { resource: 'file', resourceId: null, action: 'removeOrphans', after: result });
      return result;
    },
  };
}

/** What follows a job that is not tried again by itself: admins hear of it, and what it was about is told how it ended. */
export function endOfDeadJobs(clock: Clock): OnDead {
  const report = notifyDeadJobs(clock);
  return async (tx, job, why) => {
    if (job.kind === 'backupCopy') await endCopy(tx, Number(job.params.id));
    await report(tx, job, why);
  };
}

import { setTimeout } from 'node:timers/promises';
import type { Clock, Services } from '../context.ts';
import type { OnDead } from '../jobs/job-rows.ts';
import type { JobWorks } from '../jobs/job-runner.ts';
import { createHourOf } from '../money/day-of.ts';
import { newestTimeZone, rebuildUsage } from '../money/rebuild-usage.ts';
import { tellDeadJobs } from '../notifications/job-matters.ts';
import { freshFor } from '../settings/settings-reader.ts';
import type { BackupNeeds } from './backup-rows.ts';
import { makeBackup, verifyBackup } from './backups.ts';
import { copyBackup, endCopy } from './copy-backup.ts';
import { measureData } from './measure.ts';
import { findOrphans, type OrphanNeeds, removeOrphans } from './orphans.ts';
import { runRetention } from './retention.ts';

export interface DataNeeds extends Services, BackupNeeds, OrphanNeeds {}

/** Kinds whose work stands in other rooms. */
export type OtherJobs = 'recallRun' | 'writeRerun' | 'knowledgeExport' | 'knowledgeImport';

/** The work of each kind of job. */
export function dataJobs(needs: DataNeeds): Omit<JobWorks, OtherJobs> {
  const { database, settings, audit } = needs;
  return {
    measure: (job) => measureData(needs, (done, total) => job.tell('counting', done, total)),
    async retention(job) {
      const result = await runRetention(needs, (deleted) => job.tell('deleting', deleted));
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
      return rebuildUsage(database, createHourOf(), newestTimeZone(settings), (done, total) =>
        job.tell('summing', done, total),
      );
    },
    backup: (job) => makeBackup(needs, job),
    backupCopy: (job) => copyBackup(needs, job, Number(job.params.id)),
    backupProof: (job) => verifyBackup(needs, job),
    findOrphans: (job) => findOrphans(needs, job.tell),
    async removeOrphans(job) {
      const result = await removeOrphans(needs, job.tell);
      await audit.note(null, { resource: 'file', resourceId: null, action: 'removeOrphans', after: result });
      return result;
    },
  };
}

/** What follows a job that is not tried again by itself: admins hear of it, and what it was about is told how it ended. */
export function endOfDeadJobs(clock: Clock): OnDead {
  const tell = tellDeadJobs(clock);
  return async (tx, job, why) => {
    if (job.kind === 'backupCopy') await endCopy(tx, Number(job.params.id));
    await tell(tx, job, why);
  };
}

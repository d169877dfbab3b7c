import { copyProblems, backup as definition, say } from '@gantry/core';
import { type JobContext, JobFailed } from '../jobs/job-runner.ts';
import { backupFailed } from '../notifications/backup-matters.ts';
import { notify } from '../notifications/notify.ts';
import { failureOf } from '../outbound/index.ts';
import { type BackupNeeds, backupOfJob, changeBackup, fileIsMissing } from './backup-rows.ts';

type Problem = keyof typeof copyProblems;

/** Why a copy was not made; anything that is no matter of the other system is thrown on. */
function problemOf(error: unknown): Problem {
  if (error instanceof Error && error.name === 'JobStopped') return 'stopped';
  return failureOf(error).problem;
}

/** Sends the file of a backup that is ready to the other system, and says of the record that it is there, or why not. */
export async function copyBackup(
  needs: BackupNeeds,
  job: JobContext,
  id: number,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const { clock, backups, audit, settings } = needs;
  const row = await backupOfJob(needs, id);
  const name = String(row.name);
  const found = await backups.find(name);
  if (!found) throw fileIsMissing(backups);
  try {
    await job.tell('uploading', 0, found.bytes);
    await backups.outside.put(name, found.file, (bytes) => job.tell('uploading', bytes, found.bytes));
  } catch (error) {
    const problem = problemOf(error);
    await changeBackup(needs, id, { copied_at: null, copy_problem: problem });
    if (problem === 'stopped') throw error;
    const { defaultLocale } = await settings.read('system', 'site');
    const why = say(copyProblems[problem], defaultLocale);
    await needs.database.transaction((tx) => notify(tx, clock, backupFailed(id, name, why)));
    throw new JobFailed(why);
  }
  await changeBackup(needs, id, { copied_at: clock(), copy_problem: null });
  await audit.note(null, { resource: definition.name, resourceId: id, action: 'copy', after: { name } });
  return { name, bytes: found.bytes };
}

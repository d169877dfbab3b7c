import type { TestProblem } from '@gantry/core';
import { type JobContext, JobDelayed, JobFailed } from '../../platform/jobs/job-runner.ts';
import { ConnectionTestError, toFailure } from '../../platform/outbound/index.ts';
import type { Row, RowOf, Tx } from '../../platform/store/database.ts';
import { type BackupDeps, type BackupExtras, changeBackup, getBackupOfJob, isFileMissing } from './backup-store.ts';
import { createBackupFailedNotification } from './notifications.ts';

type Problem = TestProblem | 'stopped';
/** Problems that waiting does not solve: the settings must be changed. */
const lasting: ReadonlySet<Problem> = new Set(['off', 'host', 'auth']);

/** The reason why a copy failed; an error that does not come from the other system is thrown again. */
function getProblem(error: unknown): Problem {
  if (error instanceof Error && error.name === 'JobStopped') return 'stopped';
  return toFailure(error).problem;
}

/** Marks the copy of a backup as stopped, in the transaction that ends its job. */
export async function endCopy(tx: Tx, id: number): Promise<void> {
  const backup = tx.updateTable('backups').set({ copy_problem: 'stopped' }).where('id', '=', id);
  await backup.where('copy_problem', '=', 'underway').execute();
}

type CopyDeps = Pick<BackupDeps, 'backups' | 'log'>;

/**
 * Whether the other system may have a copy of a backup: an attempt that is running or failed late may have written it all the
 * same.
 */
export const isPossiblyOutside = ({ copied_at, copy_problem }: Pick<RowOf<'backups'>, 'copied_at' | 'copy_problem'>) =>
  copied_at !== null || copy_problem !== null;

/** Deletes the copy of a backup. Logs a warning when the other system cannot be reached. */
export async function removeCopy({ backups, log }: CopyDeps, name: string): Promise<void> {
  await backups.outside.remove(name).catch((error: unknown) => {
    log.warn({ problem: toFailure(error).problem, name }, 'the copy of a backup could not be deleted');
  });
}

/** Records the result of the copy. When the backup was deleted meanwhile, deletes the copy too. */
async function settle(
  deps: BackupDeps,
  id: number,
  name: string,
  values: Row,
  extra: BackupExtras = {},
): Promise<void> {
  if (await changeBackup(deps, id, values, extra)) return;
  await removeCopy(deps, name);
  throw new JobFailed('backupGone');
}

/** The copy on the other system is not what was sent: it has to be sent again. */
class CopyDiffers extends ConnectionTestError {
  constructor() {
    super('answer');
  }
}

interface Copying {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

async function sendCopy({ backups }: CopyDeps, job: JobContext, { name, file, bytes }: Copying): Promise<void> {
  await job.report('uploading', 0, bytes);
  const report = (done: number) => job.report('uploading', done, bytes);
  await backups.outside.put(name, file, { report, signal: job.signal });
}

async function checkCopy({ backups }: CopyDeps, { name, bytes }: Copying): Promise<void> {
  if ((await backups.outside.size(name)) !== bytes) throw new CopyDiffers();
}

/** Records on the backup and the job why there is no verified copy; throws the error that ends this attempt. */
async function failCopy(
  deps: BackupDeps,
  job: JobContext,
  { id, name, bytes }: Copying,
  error: unknown,
  isSent: boolean,
): Promise<never> {
  const problem = job.signal.aborted ? 'stopped' : getProblem(error);
  // A copy that was made before is still there.
  const isLast = lasting.has(problem) || job.attempts >= job.tries;
  // Reported once when it starts to fail, and once when it is given up.
  const isReported = problem !== 'stopped' && (isLast || job.attempts === 1);
  const stored = isSent && !(error instanceof CopyDiffers) ? 'unchecked' : problem;
  await settle(
    deps,
    id,
    name,
    { copy_problem: stored },
    { reported: isReported ? createBackupFailedNotification(id, name, problem) : null },
  );
  if (job.signal.aborted) await job.report('uploading', 0, bytes);
  if (problem === 'stopped') throw error;
  throw isLast ? new JobFailed(problem) : new JobDelayed(problem);
}

/**
 * Sends the file of a ready backup to the other system, verifies it there and records the result. A copy that was sent and could
 * not be verified is only verified by the next attempt.
 */
export async function copyBackup(
  deps: BackupDeps,
  job: JobContext,
  id: number,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const { clock, backups } = deps;
  const row = await getBackupOfJob(deps, id);
  const name = row.name;
  const found = await backups.find(name);
  if (!found) throw isFileMissing(backups);
  const copying = { id, name, ...found };
  let isSent = row.copy_problem === 'unchecked';
  if (row.copied_at === null && !isSent) await settle(deps, id, name, { copy_problem: 'underway' });
  try {
    if (!isSent) await sendCopy(deps, job, copying);
    isSent = true;
    await checkCopy(deps, copying);
  } catch (error) {
    await failCopy(deps, job, copying, error, isSent);
  }
  const copied = { copied_at: clock(), copy_problem: null };
  await settle(deps, id, name, copied, { done: { action: 'copy', after: { name } } });
  return { name, bytes: found.bytes };
}

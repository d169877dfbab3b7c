import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, backup as definition, type JobProblem, type Locale, localize, testProblems } from '@gantry/core';
import { enqueueJob, type JobOptions } from '../../platform/jobs/job-rows.ts';
import { type JobContext, JobFailed } from '../../platform/jobs/job-runner.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import { toFailure } from '../../platform/outbound/index.ts';
import { type Database, type RowOf, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { createRow, insertRecords, removeRecords } from '../../platform/store/records.ts';
import {
  type BackupDeps,
  type BackupStore,
  backupTable,
  changeBackup,
  findBackup,
  getBackupOfJob,
  isFileMissing,
  isPossiblyElsewhere,
} from './backup-store.ts';
import { createBackupFile as createBackup, proveBackup, reportProgressOf } from './copies/backup.ts';
import { BrokenBackup } from './copies/sealed-file.ts';
import { isPossiblyOutside, removeCopy } from './copy-backup.ts';
import { createBackupFailedNotification } from './notifications.ts';

const table = backupTable;
const dayMs = 86_400_000;

/** A time without signs that a file name may not have. */
const stampOf = (moment: number) =>
  new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-').toLowerCase();

async function begin(
  { database, clock, settings, backups }: BackupDeps,
  job: JobContext,
): Promise<{ id: number; name: string }> {
  const at = clock();
  const { keepDays } = await settings.read('data', 'backups');
  const name = `gantry-${database.kind}-${stampOf(at)}-${job.id}.gantry`;
  const values = { name, engine: database.kind, expiresAt: at + keepDays * dayMs };
  const row = createRow(definition, values, { by: job.createdBy, at });
  const place = await backups.ownPlace();
  const begun = await database.transaction(async (tx) => {
    // One that is still being created was left behind by a killed server, because only one is created at a time.
    const making = withNamedTables(tx)
      .updateTable(table)
      .set({ status: 'failed', problem: 'lost' satisfies JobProblem })
      .where('status', '=', 'making');
    const lost = await making.returning('name').execute();
    const [id = 0] = await insertRecords(tx, database.dialect, definition, [row]);
    await withNamedTables(tx).updateTable(table).set({ place }).where('id', '=', id).execute();
    return { id, name, lost };
  });
  for (const one of begun.lost) await backups.remove(String(one.name));
  return begun;
}

interface MadeBackup {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
}

/**
 * Creates a backup, verifies it and, when the settings say so, queues a separate job that copies it to another system and is
 * retried.
 */
export async function makeBackup(deps: BackupDeps, job: JobContext): Promise<Omit<MadeBackup, 'id'>> {
  const { database, clock, backups } = deps;
  const { id, ...made } = await takeProved(deps, job);
  if (await backups.outside.isOn()) {
    const options: JobOptions = { params: { id }, instance: await backups.ownPlace() };
    await database.transaction((tx) => enqueueJob(tx, database, clock, 'backupCopy', job.createdBy, options));
  }
  return made;
}

function getProblem(error: unknown): JobProblem {
  if (error instanceof BrokenBackup || error instanceof JobFailed) return error.problem;
  return 'unexpected';
}

/** Creates a backup during normal operation, verifies it, and records its content. */
async function takeProved(deps: BackupDeps, job: JobContext): Promise<MadeBackup> {
  const { database, clock, backups } = deps;
  const { id, name } = await begin(deps, job);
  try {
    const [master] = backups.masters();
    if (!master) throw new JobFailed('keyMissing');
    const file = await backups.place(name);
    const report = (bytes: number) => job.report('copying', bytes);
    await createBackup({ database, databaseFile: backups.databaseFile, master, clock, file, report });
    const { bytes: total } = (await backups.find(name)) ?? { bytes: 0 };
    const proved = await proveBackup(file, [master], (bytes) => job.report('proving', bytes, total));
    const at = clock();
    const ready = {
      status: 'ready',
      size: proved.bytes,
      sha256: proved.sha256,
      record_count: proved.records,
      migration: proved.migration,
      finished_at: at,
      verified_at: at,
    };
    await changeBackup(deps, id, ready, { done: { action: 'create', after: { name, size: proved.bytes } } });
    return { id, name, bytes: proved.bytes };
  } catch (error) {
    await backups.remove(name);
    const isStopped = error instanceof Error && error.name === 'JobStopped';
    const why = isStopped ? 'stopped' : getProblem(error);
    const reported = isStopped ? null : createBackupFailedNotification(id, name, why);
    await changeBackup(deps, id, { status: 'failed', problem: why }, { reported });
    throw error;
  }
}

/** Reads a backup again and compares it with what was written down when it was made. */
export async function verifyBackup(
  deps: BackupDeps,
  job: JobContext,
): Promise<{ readonly ok: boolean; readonly records: number }> {
  const { clock, backups } = deps;
  const row = await getBackupOfJob(deps, Number(job.params.id));
  const id = row.id;
  const found = await fetchBackup(deps, row, job);
  const failBackup = async (problem: JobProblem) => {
    const reported = createBackupFailedNotification(id, row.name, problem);
    await changeBackup(deps, id, { status: 'broken', problem }, { reported });
    throw new JobFailed(problem);
  };
  try {
    const proved = await proveBackup(found.file, backups.masters(), (bytes) =>
      job.report('proving', bytes, found.bytes),
    );
    if (proved.sha256 !== row.sha256 || proved.records !== (row.record_count ?? 0))
      return await failBackup('notAsWritten');
    await changeBackup(deps, id, { status: 'ready', verified_at: clock(), problem: null });
    return { ok: true, records: proved.records };
  } catch (error) {
    if (error instanceof BrokenBackup) return failBackup(error.problem);
    throw error;
  } finally {
    if (found.isBrought) await rm(found.file, { force: true });
  }
}

/** The file of a backup. One that exists only on another system is downloaded; the caller deletes it afterwards. */
async function fetchBackup({ backups }: BackupDeps, row: RowOf<'backups'>, job: JobContext) {
  const name = row.name;
  const here = await backups.find(name);
  if (here) return { ...here, isBrought: false };
  const bytes = row.copied_at === null ? null : await getOutsideSize(backups, name);
  if (bytes === null) throw isFileMissing(backups);
  await backups.sweepAside();
  const file = await backups.asidePlace(name);
  const report = (done: number) => job.report('downloading', done, bytes);
  try {
    await pipeline(
      Readable.from(reportProgressOf(backups.outside.read(name, bytes), report)),
      createWriteStream(file, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof Error && error.name === 'JobStopped') throw error;
    throw createUnreadableError(error);
  }
  return { file, bytes, isBrought: true };
}

/** Size in bytes; null when the file does not exist. Throws when the system does not answer. */
function getOutsideSize({ outside }: BackupStore, name: string): Promise<number | null> {
  return outside.size(name).catch((error: unknown) => {
    throw createUnreadableError(error);
  });
}

const createUnreadableError = (error: unknown) => new JobFailed(toFailure(error).problem);

const words = {
  unreachable: { zh: '无法读取对象存储中的副本：', en: 'Cannot read the copy in object storage: ' },
  elsewhere: {
    zh: '备份文件不在这台服务器上，请连接生成该备份的服务器',
    en: 'The file is not on this server. It is in the data folder of the server that created it. Download it there.',
  },
} as const;

/** Opens a backup for download, from this server or from the system that it was copied to. */
export async function openBackup(deps: BackupDeps, id: number, locale: Locale) {
  const { backups } = deps;
  const row = await findBackup(deps, id);
  if (!row) throw new ApiError('notFound');
  if (row.status !== 'ready') throw new ApiError('stateConflict', { data: { state: row.status } });
  const name = row.name;
  const found = await backups.find(name);
  if (found) return { id, name, bytes: found.bytes, content: createReadStream(found.file) };
  const bytes = row.copied_at === null ? null : await backups.outside.size(name).catch(createUnreachableError(locale));
  if (bytes === null)
    throw new ApiError('notFound', isPossiblyElsewhere(backups) ? { message: localize(words.elsewhere, locale) } : {});
  return { id, name, bytes, content: Readable.from(backups.outside.read(name, bytes)) };
}

/** The other system did not answer as it should; any other error is thrown on. */
function createUnreachableError(locale: Locale) {
  return (error: unknown): never => {
    const { problem } = toFailure(error);
    throw new ApiError('otherSystem', {
      message: `${localize(words.unreachable, locale)}${localize(testProblems[problem], locale)}`,
    });
  };
}

const expiring = { resource: definition, action: 'expire' };

/** Deletes expired backups, except the newest ready one, however old it is. Returns how many. */
export async function pruneBackups(deps: BackupDeps): Promise<number> {
  const { database, clock, audit } = deps;
  const newest = await database.read
    .selectFrom('backups')
    .select('id')
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const old = await database.read
    .selectFrom('backups')
    .select(['id', 'name', 'copied_at', 'copy_problem'])
    .where('expires_at', '<', clock())
    .where('status', '<>', 'making')
    .where('id', '<>', newest?.id ?? 0)
    .where(isRetryDue(expiring, clock(), 'backups.id'))
    .execute();
  await deps.backups.sweepAside();
  return processDue(deps, expiring, old, async (row, id) => {
    const { name } = row;
    await removeFiles(deps, name, isPossiblyOutside(row));
    await database.transaction(async (tx) => {
      await removeBackup(tx, database, id);
      const expired = { resource: definition.name, resourceId: id, action: 'expire', before: { name } };
      await audit.append(tx, null, expired);
    });
  });
}

/** Deletes the file of a backup, and its copy on the other system. */
export async function removeFiles(
  deps: Pick<BackupDeps, 'backups' | 'log'>,
  name: string,
  isOutside: boolean,
): Promise<void> {
  await deps.backups.remove(name);
  if (isOutside) await removeCopy(deps, name);
}

/** Deletes the record of a backup; the caller deletes its file. */
export async function removeBackup(tx: Tx, database: Database, id: number): Promise<void> {
  await removeRecords(tx, database.dialect, definition, [id]);
}

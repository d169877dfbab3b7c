import { backup as definition, Fault, type Locale, say } from '@gantry/core';
import type { Services } from '../context.ts';
import { type JobContext, JobFailed } from '../jobs/job-runner.ts';
import { backup as takeBackup } from '../maintenance/backup.ts';
import { proveBackup } from '../maintenance/prove-backup.ts';
import { BrokenBackup } from '../maintenance/sealed-file.ts';
import { backupFailed } from '../notifications/backup-matters.ts';
import { notify } from '../notifications/notify.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Database, Row, Tx } from '../store/database.ts';
import { insertRecords, newRow, removeRecords } from '../store/records.ts';
import type { BackupStore } from './backup-store.ts';

export interface BackupNeeds extends Services {
  readonly settings: SettingsReader;
  readonly backups: BackupStore;
}

const table = 'backups';
const dayMs = 86_400_000;

async function change(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: number,
  values: Row,
): Promise<void> {
  await database.transaction((tx) =>
    tx
      .updateTable(table)
      .set((eb) => ({ ...values, updated_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  );
}

/** A time without signs that a file name may not have. */
const stampOf = (moment: number) =>
  new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-').toLowerCase();

async function begin(
  { database, clock, settings }: BackupNeeds,
  job: JobContext,
): Promise<{ id: number; name: string }> {
  const at = clock();
  const { keepDays } = await settings.read('data', 'backups');
  const name = `gantry-${database.kind}-${stampOf(at)}-${job.id}.gantry`;
  const values = { name, engine: database.kind, expiresAt: at + keepDays * dayMs };
  const row = newRow(definition, values, { by: job.createdBy, at });
  return database.transaction(async (tx) => {
    // One that is still being made here was left behind by a server that is gone: only one is made at a time.
    await tx.updateTable(table).set({ status: 'failed', problem: 'lost' }).where('status', '=', 'making').execute();
    const [id = 0] = await insertRecords(tx, database.dialect, definition, [row]);
    return { id, name };
  });
}

/** Takes a backup beside everybody's work, reads it back, and writes down what is in it. */
export async function makeBackup(
  needs: BackupNeeds,
  job: JobContext,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const { database, clock, backups, audit } = needs;
  const { id, name } = await begin(needs, job);
  try {
    const [master] = backups.masters();
    if (!master) throw new JobFailed('the master key is not here');
    const file = await backups.place(name);
    const tell = (bytes: number) => job.tell('copying', bytes);
    await takeBackup({ database, databaseFile: backups.databaseFile, master, clock, file, tell });
    const { bytes: total } = (await backups.find(name)) ?? { bytes: 0 };
    const proved = await proveBackup(file, [master], (bytes) => job.tell('proving', bytes, total));
    const at = clock();
    await change(needs, id, {
      status: 'ready',
      size: proved.bytes,
      sha256: proved.sha256,
      record_count: proved.records,
      migration: proved.migration,
      finished_at: at,
      verified_at: at,
    });
    await audit.note(null, {
      resource: definition.name,
      resourceId: id,
      action: 'make',
      after: { name, size: proved.bytes },
    });
    return { name, bytes: proved.bytes };
  } catch (error) {
    await backups.remove(name);
    await change(needs, id, { status: 'failed', problem: error instanceof Error ? error.name : 'error' });
    const isStopped = error instanceof Error && error.name === 'JobStopped';
    const why = error instanceof JobFailed ? error.message : error instanceof Error ? error.name : 'error';
    if (!isStopped) await database.transaction((tx) => notify(tx, clock, backupFailed(id, name, why)));
    throw error;
  }
}

/** Reads a backup again and compares it with what was written down when it was made. */
export async function verifyBackup(
  needs: BackupNeeds,
  job: JobContext,
): Promise<{ readonly ok: boolean; readonly records: number }> {
  const { database, clock, backups } = needs;
  const id = Number(job.params.id);
  const row = await database.read.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new JobFailed('the backup is gone');
  const found = await backups.find(String(row.name));
  if (!found)
    throw new JobFailed(
      mayBeElsewhere(backups) ? 'the file is not on this server, but on the one that made it' : 'the file is gone',
    );
  const broken = async (problem: string) => {
    await change(needs, id, { status: 'broken', problem });
    await database.transaction((tx) => notify(tx, clock, backupFailed(id, String(row.name), problem)));
    throw new JobFailed(problem);
  };
  try {
    const proved = await proveBackup(found.file, backups.masters(), (bytes) => job.tell('proving', bytes, found.bytes));
    if (proved.sha256 !== row.sha256 || proved.records !== Number(row.record_count))
      return await broken('it is not as it was written');
    await change(needs, id, { status: 'ready', verified_at: clock(), problem: null });
    return { ok: true, records: proved.records };
  } catch (error) {
    if (error instanceof BrokenBackup) return broken(error.message);
    throw error;
  }
}

/** Several servers may share a database of PostgreSQL; a file of SQLite lies in the same folder as its backups. */
const mayBeElsewhere = ({ databaseFile }: BackupStore) => databaseFile === '';

const words = {
  elsewhere: {
    zh: '备份文件不在这台服务器上：它在生成它的服务器的数据目录里，请连接那一台',
    en: 'The file is not on this server: it lies in the data folder of the server that made it; ask that one',
  },
} as const;

/** The file of a backup that may be taken away. Each server keeps those that it made. */
export async function openBackup({ database, backups }: BackupNeeds, id: number, locale: Locale) {
  const row = await database.read.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Fault('notFound');
  if (row.status !== 'ready') throw new Fault('stateConflict', { data: { state: String(row.status) } });
  const found = await backups.find(String(row.name));
  if (!found) throw new Fault('notFound', mayBeElsewhere(backups) ? { message: say(words.elsewhere, locale) } : {});
  return { ...found, name: String(row.name), id };
}

/** Deletes backups past their time; the newest that is ready stays, however old it is. Answers how many went. */
export async function forgetBackups(needs: BackupNeeds): Promise<number> {
  const { database, clock, backups, audit } = needs;
  const newest = await database.read
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const old = await database.read
    .selectFrom(table)
    .select(['id', 'name'])
    .where('expires_at', '<', clock())
    .where('status', '<>', 'making')
    .where('id', '<>', newest?.id ?? 0)
    .execute();
  for (const { id, name } of old) {
    await backups.remove(String(name));
    await database.transaction((tx) => removeBackup(tx, database, Number(id)));
    await audit.note(null, { resource: definition.name, resourceId: Number(id), action: 'expire', before: { name } });
  }
  return old.length;
}

/** Takes the record of a backup away; its file is for whoever calls. */
export async function removeBackup(tx: Tx, database: Database, id: number): Promise<void> {
  await removeRecords(tx, database.dialect, definition, [id]);
}

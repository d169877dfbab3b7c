import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup as definition } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import type { Services } from '../../platform/context/context.ts';
import { JobFailed } from '../../platform/jobs/job-runner.ts';
import type { Notification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { MasterKey } from '../../platform/secrets/master-key.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Row, RowOf } from '../../platform/store/database.ts';
import type { OutsideCopies } from './outside-copies.ts';

/** The backup folder of this server, and the keys that encrypt backups. */
export interface BackupStore {
  /** Of the SQLite file; empty for PostgreSQL. */
  readonly databaseFile: string;
  /** The storage for copies of backups. */
  readonly outside: OutsideCopies;
  /** The master keys; new backups are sealed with the first. */
  masters(): readonly MasterKey[];
  /**
   * The name that distinguishes this folder from those of other servers on the same database; null when there are no others, or
   * when the folder is not writable.
   */
  ownPlace(rebuilt?: boolean): Promise<string | null>;
  /** Renames the folder, unless another process has done so already. */
  renamePlace(from: string): Promise<void>;
  /** Writes a marker file that a server works in this folder, with a time in ms. */
  sign(holder: string, at: number): Promise<void>;
  /** The time of such a marker; 0 when there is none in this folder. */
  signOf(holder: string): Promise<number>;
  unsign(holder: string): Promise<void>;
  /** The path of a backup; creates its folder. */
  place(name: string): Promise<string>;
  /** A path next to a backup for a temporary file. */
  asidePlace(name: string): Promise<string>;
  /** Deletes the temporary files of a server that was killed. */
  sweepAside(): Promise<void>;
  /** Null when the file is not on this server. */
  find(name: string): Promise<{ readonly file: string; readonly bytes: number } | null>;
  remove(name: string): Promise<void>;
}

const ownName = /^gantry-[a-z0-9-]{1,90}\.gantry$/;
/** Temporary files: a copy that was downloaded, a backup that is not complete yet. */
const asideName = /^(?:gantry-[a-z0-9-]{1,90}\.gantry\.(?:brought-[0-9a-f-]{36}|partial)|\.server-[0-9a-f-]{36})$/;
/** How long after its last write such a file counts as abandoned, in ms: it is written continuously, as is the sign of a server. */
const asideLasts = 3_600_000;

/** Validates names although the server generates them, so that none leads out of the folder. */
export function createBackupStore(
  folder: string,
  databaseFile: string,
  masters: () => readonly MasterKey[],
  outside: OutsideCopies,
): BackupStore {
  const getPath = (name: string) => {
    if (!ownName.test(name)) throw new Error('not a name of a backup');
    return path.join(folder, name);
  };
  // Cached, because all job workers ask for it every second.
  let own: Promise<string | null> | null = null;
  const store: BackupStore = {
    databaseFile,
    outside,
    masters,
    async ownPlace(rebuilt = false) {
      if (databaseFile !== '') return null;
      if (rebuilt) own = null;
      own ??= placeIn(folder).catch(() => {
        own = null;
        return null;
      });
      return own;
    },
    async renamePlace(from) {
      if ((await store.ownPlace(true)) !== from) return;
      await namePlace(folder);
      await store.ownPlace(true);
    },
    async sign(holder, at) {
      await writeFile(signIn(folder, holder), String(at), { mode: 0o600 });
    },
    signOf: async (holder) => Number(await readFile(signIn(folder, holder), 'utf8').catch(() => '0')),
    unsign: (holder) => rm(signIn(folder, holder), { force: true }),
    async place(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return getPath(name);
    },
    asidePlace: async (name) => `${await store.place(name)}.brought-${randomUUID()}`,
    async sweepAside() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => asideName.test(one))) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => null);
        if (found && Date.now() - found.mtimeMs > asideLasts) await rm(file, { force: true });
      }
    },
    async find(name) {
      const file = getPath(name);
      const found = await stat(file).catch(() => null);
      return found?.isFile() ? { file, bytes: found.size } : null;
    },
    async remove(name) {
      await rm(getPath(name), { force: true });
    },
  };
  return store;
}

/** The name of a folder, stored in a file inside it, because a host may be renamed and a folder may be moved. */
async function placeIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, '.place');
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  // A full disk leaves an empty file.
  if ((await read()) === '') await namePlace(folder);
  return read();
}

/** Writes the complete name before the file gets its final path. */
async function namePlace(folder: string): Promise<void> {
  const file = path.join(folder, '.place');
  const full = `${file}-${randomUUID()}`;
  await writeFile(full, randomUUID(), { mode: 0o600 });
  await rename(full, file);
}

const signIn = (folder: string, holder: string) => path.join(folder, `.server-${holder}`);

export interface BackupDeps extends Services {
  readonly settings: SettingsReader;
  readonly backups: BackupStore;
}

export const backupTable = 'backups';

/** The record of a backup; null when it does not exist. */
export async function findBackup(
  { database }: Pick<Services, 'database'>,
  id: number,
): Promise<RowOf<'backups'> | null> {
  const row = await database.read.selectFrom(backupTable).selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The record of a backup for a job, which fails without one. */
export async function getBackupOfJob(deps: Pick<Services, 'database'>, id: number): Promise<RowOf<'backups'>> {
  const row = await findBackup(deps, id);
  if (!row) throw new JobFailed('backupGone');
  return row;
}

/** What is written together with a change of a backup: an entry of the audit log, or a notification for admins. */
export interface BackupExtras {
  readonly done?: Pick<AuditDraft, 'action' | 'after'>;
  readonly reported?: Notification | null;
}

/** Updates the record of a backup, with its extras; false when it was deleted. */
export async function changeBackup(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  id: number,
  values: Row,
  { done, reported = null }: BackupExtras = {},
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(backupTable)
      .set((eb) => ({ ...values, updated_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst();
    const isThere = numUpdatedRows > 0n;
    if (isThere && reported) await notify(tx, clock, reported);
    if (isThere && done) await audit.append(tx, null, { resource: definition.name, resourceId: id, ...done });
    return isThere;
  });
}

/** Several servers may share a PostgreSQL database; an SQLite file is in the same folder as its backups. */
export const isPossiblyElsewhere = ({ databaseFile }: BackupStore) => databaseFile === '';

/** The error of a job when the file of a backup is not on its server. */
export const isFileMissing = (backups: BackupStore) =>
  new JobFailed(isPossiblyElsewhere(backups) ? 'backupElsewhere' : 'backupFileGone');

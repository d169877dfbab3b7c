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

/** Where this server keeps its backups, and what they are sealed with. */
export interface BackupStore {
  /** Of the SQLite file; empty for PostgreSQL. */
  readonly databaseFile: string;
  /** Where copies of them go. */
  readonly outside: OutsideCopies;
  /** The key that seals comes first. */
  masters(): readonly MasterKey[];
  /** What tells this folder from those of other servers on one database; null when there are no others, or it can not be written to. */
  ownPlace(rebuilt?: boolean): Promise<string | null>;
  /** Renames the folder, unless another process has done so already. */
  renamePlace(from: string): Promise<void>;
  /** Leaves a sign in the folder that a server works on it, with a time in ms. */
  sign(holder: string, at: number): Promise<void>;
  /** The time of such a sign; 0 when there is none in this folder. */
  signOf(holder: string): Promise<number>;
  unsign(holder: string): Promise<void>;
  /** The path of a backup; its folder is there. */
  place(name: string): Promise<string>;
  /** A path next to a backup for a temporary file. */
  asidePlace(name: string): Promise<string>;
  /** Takes away what a server that was killed left aside. */
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

/** Names come from the server itself and are looked at all the same: none leads out of the folder. */
export function createBackupStore(
  folder: string,
  databaseFile: string,
  masters: () => readonly MasterKey[],
  outside: OutsideCopies,
): BackupStore {
  const pathOf = (name: string) => {
    if (!ownName.test(name)) throw new Error('not a name of a backup');
    return path.join(folder, name);
  };
  // Looked for by all who work on jobs, each second: it is read once.
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
      return pathOf(name);
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
      const file = pathOf(name);
      const found = await stat(file).catch(() => null);
      return found?.isFile() ? { file, bytes: found.size } : null;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
  return store;
}

/** The name of a folder, in a file of its own: a host may change its name, and a folder may move. */
async function placeIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, '.place');
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  // A disk that was full leaves an empty one.
  if ((await read()) === '') await namePlace(folder);
  return read();
}

/** The name is whole before it stands there. */
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

/** The record of a backup; null when there is none. */
export async function findBackup(
  { database }: Pick<Services, 'database'>,
  id: number,
): Promise<RowOf<'backups'> | null> {
  const row = await database.read.selectFrom(backupTable).selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The same for a job, which can do nothing without one. */
export async function getBackupOfJob(deps: Pick<Services, 'database'>, id: number): Promise<RowOf<'backups'>> {
  const row = await findBackup(deps, id);
  if (!row) throw new JobFailed('backupGone');
  return row;
}

/** What else goes with a change of a backup: a line of the audit log, or something that admins should hear of. */
export interface BackupExtras {
  readonly done?: Pick<AuditDraft, 'action' | 'after'>;
  readonly reported?: Notification | null;
}

/** Writes down what has become of a backup, with what goes with that; false when it is gone. */
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

/** Several servers may share a database of PostgreSQL; a file of SQLite lies in the same folder as its backups. */
export const isPossiblyElsewhere = ({ databaseFile }: BackupStore) => databaseFile === '';

/** What a job says when the file of a backup is not where it works. */
export const isFileMissing = (backups: BackupStore) =>
  new JobFailed(isPossiblyElsewhere(backups) ? 'backupElsewhere' : 'backupFileGone');

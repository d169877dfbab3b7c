import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { type Foundation, getDatabasePlace, makeFolders, openFoundation, warnOpenFolder } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import {
  type LiveServer,
  liveServers,
  maintainPostgres,
  type ServerLease,
  ServersAlive,
  startOnPostgres,
  takeServerLease,
} from '../modules/backup/copies/live-servers.ts';
import { type DatabasePlace, openDatabase } from '../platform/store/open-database.ts';
import { type DatabaseLock, lockSqlite } from '../platform/store/sqlite/lock-file.ts';

/** The servers that use a database file, as far as it can be read. */
async function listServers(file: string): Promise<LiveServer[]> {
  if (!existsSync(file)) return [];
  const database = openDatabase({ sqlite: file });
  try {
    return await liveServers(database).catch(() => []);
  } finally {
    await database.close();
  }
}

async function lockFile(file: string): Promise<DatabaseLock> {
  const lock = lockSqlite(file);
  if (lock === null) throw new ServersAlive(await listServers(file));
  return lock;
}

/** Runs work that requires that no server runs: a restore, a migration, a rotation. Throws ServersAlive or MaintenanceRunning. */
export async function maintain<T>(place: DatabasePlace, work: () => Promise<T>): Promise<T> {
  if ('sqlite' in place) {
    const lock = await lockFile(place.sqlite);
    return work().finally(lock.release);
  }
  const database = openDatabase(place);
  return maintainPostgres(database, work).finally(database.close);
}

export interface ServedFoundation {
  readonly foundation: Foundation;
  readonly lease: ServerLease;
  /** Closes the database. Call it after the last call was answered. */
  close(): Promise<void>;
}

/**
 * Opens the foundation of a server, which holds the database until it is closed. Calls `onLost` when a command has taken the
 * database from this process, which can happen after an outage that is longer than a lease.
 */
export async function openServed(config: ServerConfig, log: Logger, onLost: () => void): Promise<ServedFoundation> {
  makeFolders(config, (folder) => warnOpenFolder(log, folder));
  const place = getDatabasePlace(config);
  const lock = 'sqlite' in place ? await lockFile(place.sqlite) : null;
  const open = async () => {
    const foundation = await openFoundation(config, log, Date.now, { isLocked: lock !== null });
    try {
      return { foundation, lease: await takeServerLease(foundation.database, log, onLost) };
    } catch (error) {
      await foundation.database.close();
      throw error;
    }
  };
  try {
    const opened = 'sqlite' in place ? await open() : await openUnderLock(place, open);
    const close = async () => {
      await opened.foundation.database.close();
      lock?.release();
    };
    return { ...opened, close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function openUnderLock<T>(place: DatabasePlace, open: () => Promise<T>): Promise<T> {
  const database = openDatabase(place);
  return startOnPostgres(database, open).finally(database.close);
}

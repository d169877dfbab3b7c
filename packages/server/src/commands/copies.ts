import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { brokenProblems, localize } from '@gantry/core';
import { getCheckpointsPath, getDatabasePlace, getMasterKeySource, makeFolders, openFoundation } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import { createBackupFile, FileExists } from '../modules/backup/copies/backup.ts';
import { NotEmpty, OtherKind, restore } from '../modules/backup/copies/restore.ts';
import { BrokenBackup } from '../modules/backup/copies/sealed-file.ts';
import { DatabaseInUse } from '../modules/backup/copies/sqlite-copy.ts';
import { readMasterKeys } from '../platform/secrets/master-key.ts';
import { maintain } from './database-lock.ts';
import { requireKeys } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

const name = 'database';

/** Creates a backup while a server may be running, and records it in the audit log. */
export async function runBackupCommand(config: ServerConfig, file: string, terminal: Terminal): Promise<void> {
  const { log, flush } = createLog('warn');
  const foundation = await openFoundation(config, log);
  const { database, audit, clock, damage } = foundation;
  const target = path.resolve(file);
  try {
    requireKeys(foundation, config, terminal);
    const [master] = readMasterKeys(getMasterKeySource(config));
    if (!master) throw new Error(terminal.t('server.keyMissing', { folder: config.data }));
    const place = getDatabasePlace(config);
    const databaseFile = 'sqlite' in place ? place.sqlite : '';
    await audit.note(null, {
      resource: name,
      resourceId: null,
      action: 'backup',
      after: { file: path.basename(file) },
    });
    await audit.seal();
    const bytes = await createBackupFile({ database, databaseFile, master, clock, file: target });
    terminal.localize('server.backedUp', { file: target, bytes });
  } catch (error) {
    if (error instanceof FileExists) throw new Error(terminal.t('server.fileExists', { file: target }));
    throw error;
  } finally {
    await damage.settled();
    await database.close();
    await flush();
  }
}

/**
 * Restores a backup. Checkpoints of the replaced audit log are set aside, because they refer to rows that the restored log does
 * not have. The restored log continues with an entry for this restore.
 */
export async function restoreCommand(
  config: ServerConfig,
  file: string,
  force: boolean,
  terminal: Terminal,
): Promise<void> {
  makeFolders(config, (folder) => terminal.complain('server.folderClosed', { folder }));
  const source = path.resolve(file);
  const masters = readMasterKeys(getMasterKeySource(config));
  try {
    if (masters.length === 0) throw new Error(terminal.t('server.keyMissing', { folder: config.data }));
    const place = getDatabasePlace(config);
    await maintain(place, () => restore({ place, masters, file: source, force }));
  } catch (error) {
    throw toUsageError(error, source, terminal);
  }
  const checkpoints = getCheckpointsPath(config);
  if (existsSync(checkpoints)) renameSync(checkpoints, `${checkpoints}.before-${Date.now()}`);
  const { log, flush } = createLog('warn');
  const { database, audit } = await openFoundation(config, log);
  try {
    await audit.note(null, {
      resource: name,
      resourceId: null,
      action: 'restore',
      after: { file: path.basename(file) },
    });
    await audit.seal();
  } finally {
    await database.close();
    await flush();
  }
  terminal.localize('server.restored', { file: source });
}

function toUsageError(error: unknown, file: string, { t, locale }: Terminal): unknown {
  if (error instanceof BrokenBackup) {
    const why = localize(brokenProblems[error.problem], locale);
    return new Error(t(error.problem === 'keyMissing' ? 'server.backupOfOtherKey' : 'server.badBackup', { file, why }));
  }
  if (error instanceof NotEmpty) return new Error(t('server.notEmpty'));
  if (error instanceof OtherKind) return new Error(t('server.otherKind', { found: error.found, wanted: error.wanted }));
  if (error instanceof DatabaseInUse) return new Error(t('server.inUse'));
  return error;
}

import path from 'node:path';
import { ApiError, catalogue, type Diagnostic, toDiagnostics } from '@gantry/core';
import type { Logger } from 'pino';
import type { ServerConfig } from './config.ts';
import { createBackupStore } from './modules/backup/backup-store.ts';
import { liveServers, ServersAlive } from './modules/backup/copies/live-servers.ts';
import { createDamageWatch, type DamageWatch } from './modules/backup/integrity-check.ts';
import { createOutsideCopies } from './modules/backup/outside-copies.ts';
import { createDocumentParser, type DocumentParser } from './modules/knowledge/parse/parser-threads.ts';
import { type AuditTrail, createAuditTrail } from './platform/audit/audit-trail.ts';
import { createCheckpointFile } from './platform/audit/chain.ts';
import type { Clock, Services } from './platform/context/context.ts';
import {
  createOutboundClient,
  createOutboundPolicy,
  type OutboundClient,
  type OutboundObserver,
} from './platform/outbound/index.ts';
import { type Keyring, openKeyring } from './platform/secrets/keyring.ts';
import { type MasterKeySource, readMasterKeys } from './platform/secrets/master-key.ts';
import { createSettingsReader, type SettingsReader } from './platform/settings/settings-reader.ts';
import { checkTables } from './platform/store/check-tables.ts';
import { connectDatabase } from './platform/store/connect-database.ts';
import { createFolder, prepareDataFolder } from './platform/store/data-folder.ts';
import type { Database } from './platform/store/database.ts';
import { hasPendingMigrations, migrate } from './platform/store/migrations/migrate.ts';
import type { DatabasePlace } from './platform/store/open-database.ts';

/** What every server command needs: a migrated database with its keys, the log and the settings. */
export interface Foundation extends Services {
  readonly keyring: Keyring;
  readonly audit: AuditTrail;
  readonly settings: SettingsReader;
  /** The only client for requests to other hosts. */
  readonly outbound: OutboundClient;
  /** Sets the observer of outbound calls, replacing the previous one. */
  watchOutbound(observer: OutboundObserver): void;
  readonly parser: DocumentParser;
  readonly damage: DamageWatch;
}

export function getDatabasePlace({ database, databasePooler, databaseCa }: ServerConfig): DatabasePlace {
  if (!/^postgres(ql)?:/.test(database)) return { sqlite: database };
  return { postgres: database, pooler: databasePooler, ca: databaseCa };
}

export function getMasterKeySource({ masterKey, data }: ServerConfig): MasterKeySource {
  return { given: masterKey, folder: data };
}

export const getCheckpointsPath = ({ data }: ServerConfig): string => path.join(data, 'audit-checkpoints.jsonl');

/** The store of backups, in the server's data folder. */
export function createBackupStoreFor(config: ServerConfig, foundation: Foundation) {
  const place = getDatabasePlace(config);
  const readMasters = () => readMasterKeys(getMasterKeySource(config));
  const outside = createOutsideCopies(foundation);
  return createBackupStore(`${config.data}/backups`, 'sqlite' in place ? place.sqlite : '', readMasters, outside);
}

/**
 * Creates the data folder and that of an SQLite file, accessible to their owner only. Calls `onTightened` for one that was open.
 */
export function makeFolders(config: ServerConfig, onTightened: (folder: string) => void): void {
  prepareDataFolder(config.data, onTightened);
  const place = getDatabasePlace(config);
  if ('sqlite' in place) createFolder(path.dirname(place.sqlite));
}

export function warnOpenFolder(log: Logger, folder: string): void {
  log.warn({ folder }, 'the data folder was open to other users of this machine: only its owner may enter it now');
}

interface FoundationOptions {
  /** Whether the caller holds the lock of the database, so that no server can use it. */
  readonly isLocked?: boolean;
  /** Called with the text of every SQL statement. */
  readonly onQuery?: (text: string) => void;
}

/** Opens all parts. Throws when the definitions are inconsistent, or the database is newer than the program. */
export async function openFoundation(
  config: ServerConfig,
  log: Logger,
  clock: Clock = Date.now,
  { isLocked = false, onQuery }: FoundationOptions = {},
): Promise<Foundation> {
  reject(toDiagnostics(catalogue));
  makeFolders(config, (folder) => warnOpenFolder(log, folder));
  const damage = createDamageWatch(log, clock);
  const database = await connectDatabase(getDatabasePlace(config), {
    onError: (error) => log.warn({ error: error.name }, 'a connection to the database was lost'),
    onWait: (problem) => log.warn({ problem }, 'waiting for the database'),
    onDamage: damage.report,
    announcesChanges: true,
    ...(onQuery ? { onQuery } : {}),
  });
  try {
    if (!isLocked) await rejectUpgradeUnderServers(database);
    const ran = await migrate(database);
    if (ran.length > 0) log.info({ ran }, 'the schema was brought up to date');
    reject(await checkTables(database, catalogue));
    const keyring = await openKeyring(database, getMasterKeySource(config));
    const sink = createCheckpointFile(getCheckpointsPath(config));
    const audit = keyring.locked
      ? createLockedTrail()
      : createAuditTrail({ database, key: keyring.key('audit'), clock, sink });
    const settings = createSettingsReader({
      database: database.reserved,
      definitions: catalogue.settings,
      keyring,
      clock,
    });
    let observer: OutboundObserver = () => {};
    const observe: OutboundObserver = (...call) => observer(...call);
    const outbound = createOutboundClient({ policy: createOutboundPolicy(settings), observe });
    const watchOutbound = (next: OutboundObserver) => {
      observer = next;
    };
    const parser = createDocumentParser();
    damage.attach(database);
    return { catalogue, database, clock, log, keyring, audit, settings, outbound, watchOutbound, parser, damage };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rejects a migration while servers run, because each server works on the schema that it knows. */
async function rejectUpgradeUnderServers(database: Database): Promise<void> {
  const servers = await liveServers(database);
  if (servers.length > 0 && (await hasPendingMigrations(database))) throw new ServersAlive(servers);
}

/** Throws when definitions, tables or operations do not match. */
export function reject(diagnostics: readonly Diagnostic[]): void {
  const lines = diagnostics.map(({ id, where, what }) => `${id} ${where}: ${what}`);
  if (lines.length > 0) throw new Error(`the definitions do not hold together:\n${lines.join('\n')}`);
}

/** An audit log that rejects every entry, because its key is missing; thereby it also rejects every change. */
function createLockedTrail(): AuditTrail {
  const digest = (): never => {
    throw new ApiError('busy', { data: { locked: true } });
  };
  const rejectLocked = async (): Promise<never> => digest();
  const doNothing = async () => {};
  const idle = { seal: doNothing, startSealing: () => {}, stopSealing: doNothing, checkpointIfDue: doNothing };
  return { append: rejectLocked, note: rejectLocked, verify: rejectLocked, checkpoint: doNothing, digest, ...idle };
}

import { existsSync } from 'node:fs';
import type { Clock } from '../../../platform/context/context.ts';
import { derive, type MasterKey } from '../../../platform/secrets/master-key.ts';
import type { Database } from '../../../platform/store/database.ts';
import { readPostgres } from './postgres-copy.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import { readSqlite } from './sqlite-copy.ts';

/** Backups have a key of their own under each master key. */
const backupKeyOf = (master: MasterKey): Buffer => derive(master.key, 'backup');

export class FileExists extends Error {
  override readonly name = 'FileExists';
}

export interface BackupRequest {
  readonly database: Database;
  /** Of the SQLite file; not used for PostgreSQL. */
  readonly databaseFile: string;
  readonly master: MasterKey;
  readonly clock: Clock;
  readonly file: string;
  /** Told how many bytes were read so far, at every piece; what it throws ends the backup and leaves no file. */
  readonly report?: (bytes: number) => Promise<void>;
}

async function newestMigration(database: Database): Promise<string> {
  const row = await database.read.selectFrom('schema_migrations').select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? '';
}

/** Writes a sealed copy of the whole database while it is used, reads it back to prove it, and gives its size in bytes. */
export async function createBackupFile(request: BackupRequest): Promise<number> {
  const { database, databaseFile, master, clock, file, report } = request;
  if (existsSync(file)) throw new FileExists(file);
  const migration = await newestMigration(database);
  const about = { kind: database.kind, keyId: master.id, createdAt: clock(), migration };
  const content = database.kind === 'sqlite' ? readSqlite(databaseFile) : readPostgres(database);
  const reported = report ? reportProgressOf(content, report) : content;
  const bytes = await writeSealed(file, about, backupKeyOf(master), reported).catch((error: unknown) => {
    database.reportDamage(error);
    throw error;
  });
  await verifyBackup(file, [master]);
  return bytes;
}

/** Reads a sealed file to its end; throws BrokenBackup when it is not as it was written. */
export async function verifyBackup(file: string, masters: readonly MasterKey[]): Promise<void> {
  for await (const _piece of readSealed(file, createKeyFinder(masters))) {
    // only that each piece opens is of interest
  }
}

export function createKeyFinder(masters: readonly MasterKey[]): (id: string) => Buffer | undefined {
  return (id) => {
    const master = masters.find((entry) => entry.id === id);
    return master ? backupKeyOf(master) : undefined;
  };
}

/** Passes the pieces on, after reporting how many bytes there have been; an error of `report` ends the stream. */
export async function* reportProgressOf(
  content: AsyncIterable<Buffer>,
  report: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    await report(bytes);
    yield piece;
  }
}

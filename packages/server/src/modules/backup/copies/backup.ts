import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../../platform/context/context.ts';
import { derive, type MasterKey } from '../../../platform/secrets/master-key.ts';
import type { Database } from '../../../platform/store/database.ts';
import { readPostgres } from './postgres-copy.ts';
import { BrokenBackup, readSealed, readSealedHeader, writeSealed } from './sealed-file.ts';
import { readSqlite } from './sqlite-copy.ts';
import { checkSqlite } from './sqlite-worker.ts';

/** Derives the key for backups from a master key. */
const getBackupKey = (master: MasterKey): Buffer => derive(master.key, 'backup');

export class FileExists extends Error {
  override readonly name = 'FileExists';
}

interface BackupRequest {
  readonly database: Database;
  /** Of the SQLite file; not used for PostgreSQL. */
  readonly databaseFile: string;
  readonly master: MasterKey;
  readonly clock: Clock;
  readonly file: string;
  /** Called with the bytes read so far, after every chunk; an error that it throws ends the backup and leaves no file. */
  readonly report?: (bytes: number) => Promise<void>;
}

async function readNewestMigration(database: Database): Promise<string> {
  const row = await database.read.selectFrom('schema_migrations').select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? '';
}

/**
 * Writes a sealed copy of the complete database while it is in use, reads it back to verify it, and returns its size in bytes.
 */
export async function createBackupFile(request: BackupRequest): Promise<number> {
  const { database, databaseFile, master, clock, file, report } = request;
  if (existsSync(file)) throw new FileExists(file);
  const migration = await readNewestMigration(database);
  const about = { kind: database.kind, keyId: master.id, createdAt: clock(), migration };
  const content = database.kind === 'sqlite' ? readSqlite(databaseFile) : readPostgres(database);
  const reported = report ? reportProgressOf(content, report) : content;
  const bytes = await writeSealed(file, about, getBackupKey(master), reported).catch((error: unknown) => {
    database.reportDamage(error);
    throw error;
  });
  await verifyBackup(file, [master]);
  return bytes;
}

/** Reads a sealed file to its end; throws BrokenBackup when it is not as it was written. */
export async function verifyBackup(file: string, masters: readonly MasterKey[]): Promise<void> {
  for await (const _piece of readSealed(file, createKeyFinder(masters))) {
    // The loop only verifies that each chunk can be decrypted.
  }
}

export function createKeyFinder(masters: readonly MasterKey[]): (id: string) => Buffer | undefined {
  return (id) => {
    const master = masters.find((entry) => entry.id === id);
    return master ? getBackupKey(master) : undefined;
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

interface ProvedBackup {
  readonly sha256: string;
  readonly bytes: number;
  /** Rows of all tables, as they are in the copy. */
  readonly records: number;
  readonly migration: string;
}

type ReportProgress = (bytes: number) => Promise<void>;

/** SHA-256 of a file, in hex. */
async function hashFile(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Decrypts a backup and reads it completely: an SQLite copy is checked page by page, a PostgreSQL copy line by line. */
export async function proveBackup(
  file: string,
  masters: readonly MasterKey[],
  report: ReportProgress,
): Promise<ProvedBackup> {
  const { kind, migration } = await readSealedHeader(file);
  const content = readSealed(file, createKeyFinder(masters));
  const records =
    kind === 'sqlite' ? await recordsOfCopy(file, content, report) : await getRecordsOfLines(content, report);
  return { ...(await hashFile(file)), records, migration };
}

async function recordsOfCopy(file: string, content: AsyncIterable<Buffer>, report: ReportProgress): Promise<number> {
  const opened = `${file}.check-${randomUUID()}`;
  try {
    await pipeline(Readable.from(reportProgressOf(content, report)), createWriteStream(opened, { mode: 0o600 }));
    const { verdict, records } = await checkSqlite(opened);
    if (verdict !== 'ok') throw new BrokenBackup('databaseBroken');
    return records;
  } finally {
    for (const part of [opened, `${opened}-wal`, `${opened}-shm`]) await rm(part, { force: true });
  }
}

/** A line that is a list is a row; one that is an object starts a table. */
async function getRecordsOfLines(content: AsyncIterable<Buffer>, report: ReportProgress): Promise<number> {
  let records = 0;
  let isStart = true;
  for await (const piece of reportProgressOf(content, report)) {
    for (const byte of piece) {
      if (isStart && byte === 0x5b) records += 1;
      isStart = byte === 0x0a;
    }
  }
  return records;
}

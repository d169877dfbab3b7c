import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MasterKey } from '../../../platform/secrets/master-key.ts';
import { createKeyFinder, reportProgressOf } from './backup.ts';
import { BrokenBackup, readSealed, readSealedHeader } from './sealed-file.ts';
import { checkSqlite } from './sqlite-worker.ts';

export interface ProvedBackup {
  readonly sha256: string;
  readonly bytes: number;
  /** Rows of all tables, as they are in the copy. */
  readonly records: number;
  readonly migration: string;
}

type ReportProgress = (bytes: number) => Promise<void>;

/** SHA-256 of a file, in hex. */
async function digestOfFile(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Decrypts a backup and reads all of it: an SQLite copy is checked page by page, a PostgreSQL copy line by line. */
export async function proveBackup(
  file: string,
  masters: readonly MasterKey[],
  report: ReportProgress,
): Promise<ProvedBackup> {
  const { kind, migration } = await readSealedHeader(file);
  const content = readSealed(file, createKeyFinder(masters));
  const records =
    kind === 'sqlite' ? await recordsOfCopy(file, content, report) : await recordsOfLines(content, report);
  return { ...(await digestOfFile(file)), records, migration };
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
async function recordsOfLines(content: AsyncIterable<Buffer>, report: ReportProgress): Promise<number> {
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

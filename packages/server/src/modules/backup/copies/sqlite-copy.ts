import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openFile } from '../../../platform/store/sqlite/sqlite-driver.ts';
import { copySqlite } from './sqlite-worker.ts';

/** The bytes of the complete database at one moment; writers continue meanwhile. */
export async function* readSqlite(file: string): AsyncGenerator<Buffer> {
  const copy = `${file}.copy-${randomUUID()}`;
  try {
    await copySqlite(file, copy);
    yield* createReadStream(copy, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
  } finally {
    await rm(copy, { force: true });
  }
}

/** Is there a database with records in it? */
export function isEmptySqlite(file: string): boolean {
  if (!existsSync(file)) return true;
  const db = openFile(file, { readonly: true });
  try {
    return db.prepare("select count(*) from sqlite_master where type = 'table'").pluck().get() === 0;
  } finally {
    db.close();
  }
}

/** Thrown when another process has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** Empties the write-ahead log of a database that no other process has open, so that it cannot be applied to another file. */
function closeFor(file: string): void {
  if (!existsSync(file)) return;
  const db = openFile(file);
  try {
    db.pragma('locking_mode = exclusive');
    db.exec('begin exclusive');
    db.exec('commit');
    db.pragma('wal_checkpoint(truncate)');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') throw new DatabaseInUse(file);
    throw error;
  } finally {
    db.close();
  }
}

async function removeAll(file: string): Promise<void> {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
}

/**
 * Replaces an existing database with a copied one. The copy is complete and checked before anything is replaced, and the
 * replacement is one rename.
 */
export async function writeSqlite(
  file: string,
  content: AsyncIterable<Buffer>,
  finish: (incoming: string) => Promise<void>,
): Promise<void> {
  const incoming = `${file}.incoming`;
  await removeAll(incoming);
  try {
    await pipeline(Readable.from(content), createWriteStream(incoming, { mode: 0o600, flush: true }));
    const db = openFile(incoming, { readonly: true });
    const verdict = db.pragma('integrity_check', { simple: true });
    db.close();
    if (verdict !== 'ok') throw new Error(`the restored database is not whole: ${String(verdict)}`);
    await finish(incoming);
    closeFor(incoming);
    closeFor(file);
    for (const leftover of [`${file}-wal`, `${file}-shm`]) await rm(leftover, { force: true });
    renameSync(incoming, file);
  } finally {
    await removeAll(incoming);
  }
}

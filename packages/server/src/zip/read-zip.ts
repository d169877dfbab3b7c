import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type ZipEntry, ZipRefused, zipEntries } from '@gantry/core';
import { ZipTooLarge } from './zip-writer.ts';

const unpack = promisify(inflateRaw);

/** It is no zip, or not as it was written. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

export interface ReadEntry {
  /** Bytes that it says it unpacks to; it is never let unpack to more. */
  readonly size: number;
  /** Throws ZipDamaged when the bytes are not those that were packed. */
  read(): Promise<Buffer>;
}

/** The entries of a zip by their names, none unpacked yet. Throws ZipTooLarge when they say to be more than so many bytes. */
export function readZip(bytes: Buffer, mostBytes: number): ReadonlyMap<string, ReadEntry> {
  const entries = entriesOf(bytes);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes) throw new ZipTooLarge();
  return new Map([...entries].map(([name, entry]) => [name, { size: entry.size, read: () => contentOf(entry) }]));
}

function entriesOf(bytes: Buffer): ReadonlyMap<string, ZipEntry> {
  try {
    return zipEntries(bytes, (name) => Buffer.from(name).toString('utf8'));
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    throw error.flaw === 'large' ? new ZipTooLarge() : new ZipDamaged();
  }
}

async function contentOf({ bytes, isPacked, size, sum }: ZipEntry): Promise<Buffer> {
  const whole = isPacked ? await inflated(bytes, size) : Buffer.from(bytes);
  if (whole.length !== size || crc32(whole) !== sum) throw new ZipDamaged();
  return whole;
}

async function inflated(content: Uint8Array, size: number): Promise<Buffer> {
  try {
    return await unpack(content, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new ZipDamaged();
  }
}

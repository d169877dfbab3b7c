import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  type ListedEntry,
  parseEntries,
  ZipError,
  zipHeadBytes,
  zipHeadLength,
  zipList,
  zipTailBytes,
} from '@gantry/core';
import { ZipTooLarge } from './zip-writer.ts';

/** Thrown when a file is not a ZIP file, or is damaged. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

/** A source of bytes that is read in ranges. */
export interface ByteSource {
  readonly size: number;
  /** Returns the bytes from `from` up to, but not including, `to`; fewer at the end. */
  slice(from: number, to: number): Promise<Uint8Array>;
}

export interface ReadEntry {
  /** Declared size; decompressing more throws. */
  readonly size: number;
  /** Streams the decompressed bytes; throws ZipDamaged at the end when the checksum does not match. */
  pieces(): AsyncGenerator<Buffer, void, undefined>;
  /** Returns all bytes. */
  read(): Promise<Buffer>;
}

/** Size of a read, and maximum size of the list of entries, which is read as a whole; in bytes. */
const readSize = 256 * 1024;
const maxListBytes = 32 * 1024 * 1024;

/**
 * Returns the entries of a ZIP file by name, without decompressing them. Throws ZipTooLarge when their declared sizes exceed
 * `maxBytes`.
 */
export async function readZip(source: ByteSource, maxBytes: number): Promise<ReadonlyMap<string, ReadEntry>> {
  const entries = await readEntries(source);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) throw new ZipTooLarge();
  return new Map(Array.from(entries, ([name, entry]) => [name, readEntry(source, entry)]));
}

async function readEntries(source: ByteSource): Promise<ReadonlyMap<string, ListedEntry>> {
  const tail = await source.slice(Math.max(0, source.size - zipTailBytes), source.size);
  try {
    const { at, count } = zipList(tail);
    if (source.size - at > maxListBytes) throw new ZipTooLarge();
    const getName = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
    return parseEntries(await source.slice(at, source.size), count, getName);
  } catch (error) {
    throw toZipError(error);
  }
}

function toZipError(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  return error.flaw === 'large' ? new ZipTooLarge() : new ZipDamaged();
}

function readEntry(source: ByteSource, entry: ListedEntry): ReadEntry {
  const pieces = () => verify(entry, entry.isPacked ? inflate(source, entry) : readPacked(source, entry));
  return {
    size: entry.size,
    pieces,
    async read() {
      const full: Buffer[] = [];
      for await (const piece of pieces()) full.push(piece);
      return Buffer.concat(full);
    },
  };
}

/** Streams the compressed bytes of an entry. */
async function* readPacked(source: ByteSource, { at, packed }: ListedEntry): AsyncGenerator<Buffer> {
  const head = await source.slice(at, at + zipHeadBytes);
  let from: number;
  try {
    from = at + zipHeadLength(head);
  } catch (error) {
    throw toZipError(error);
  }
  for (const end = from + packed; from < end; ) {
    const piece = await source.slice(from, Math.min(end, from + readSize));
    if (piece.length === 0) throw new ZipDamaged();
    from += piece.length;
    yield Buffer.from(piece);
  }
}

async function* inflate(source: ByteSource, entry: ListedEntry): AsyncGenerator<Buffer> {
  const packed = Readable.from(readPacked(source, entry));
  const inflating = packed.pipe(createInflateRaw());
  // The next stream is not notified of errors, and would wait forever.
  packed.on('error', (error) => inflating.destroy(error));
  try {
    for await (const piece of inflating) yield piece as Buffer;
  } catch (error) {
    const isFlaw = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isFlaw ? new ZipDamaged() : error;
  } finally {
    packed.destroy();
    inflating.destroy();
  }
}

async function* verify(entry: ListedEntry, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let [size, sum] = [0, 0];
  for await (const piece of pieces) {
    size += piece.length;
    if (size > entry.size) throw new ZipDamaged();
    sum = crc32(piece, sum);
    yield piece;
  }
  if (size !== entry.size || sum !== entry.sum) throw new ZipDamaged();
}

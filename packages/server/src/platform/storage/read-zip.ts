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

/** It is no zip, or not as it was written. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

/** Bytes that are read a stretch at a time. */
export interface ByteSource {
  readonly size: number;
  /** Those from one place to before another; fewer where it ends. */
  slice(from: number, to: number): Promise<Uint8Array>;
}

export interface ReadEntry {
  /** Bytes that it says it unpacks to; it is never let unpack to more. */
  readonly size: number;
  /** As they are unpacked; throws ZipDamaged at the end when they are not those that were packed. */
  pieces(): AsyncGenerator<Buffer, void, undefined>;
  /** All of them at once. */
  read(): Promise<Buffer>;
}

/** Bytes that are read at once, and those of the list of entries, which is read as a whole. */
const range = 256 * 1024;
const maxListed = 32 * 1024 * 1024;

/** The entries of a zip by their names, none unpacked yet. Throws ZipTooLarge when they say to be more than so many bytes. */
export async function readZip(source: ByteSource, maxBytes: number): Promise<ReadonlyMap<string, ReadEntry>> {
  const entries = await entriesOf(source);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) throw new ZipTooLarge();
  return new Map(Array.from(entries, ([name, entry]) => [name, readEntry(source, entry)]));
}

async function entriesOf(source: ByteSource): Promise<ReadonlyMap<string, ListedEntry>> {
  const tail = await source.slice(Math.max(0, source.size - zipTailBytes), source.size);
  try {
    const { at, count } = zipList(tail);
    if (source.size - at > maxListed) throw new ZipTooLarge();
    const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
    return parseEntries(await source.slice(at, source.size), count, nameOf);
  } catch (error) {
    throw asProblem(error);
  }
}

function asProblem(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  return error.flaw === 'large' ? new ZipTooLarge() : new ZipDamaged();
}

function readEntry(source: ByteSource, entry: ListedEntry): ReadEntry {
  const pieces = () => checked(entry, entry.isPacked ? inflated(source, entry) : packedPieces(source, entry));
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

/** What an entry holds, as it lies in the zip. */
async function* packedPieces(source: ByteSource, { at, packed }: ListedEntry): AsyncGenerator<Buffer> {
  const head = await source.slice(at, at + zipHeadBytes);
  let from: number;
  try {
    from = at + zipHeadLength(head);
  } catch (error) {
    throw asProblem(error);
  }
  for (const end = from + packed; from < end; ) {
    const piece = await source.slice(from, Math.min(end, from + range));
    if (piece.length === 0) throw new ZipDamaged();
    from += piece.length;
    yield Buffer.from(piece);
  }
}

async function* inflated(source: ByteSource, entry: ListedEntry): AsyncGenerator<Buffer> {
  const packed = Readable.from(packedPieces(source, entry));
  const made = packed.pipe(createInflateRaw());
  // The stream behind it hears nothing of its failure, and would wait forever.
  packed.on('error', (error) => made.destroy(error));
  try {
    for await (const piece of made) yield piece as Buffer;
  } catch (error) {
    const isFlaw = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isFlaw ? new ZipDamaged() : error;
  } finally {
    packed.destroy();
    made.destroy();
  }
}

async function* checked(entry: ListedEntry, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let [size, sum] = [0, 0];
  for await (const piece of pieces) {
    size += piece.length;
    if (size > entry.size) throw new ZipDamaged();
    sum = crc32(piece, sum);
    yield piece;
  }
  if (size !== entry.size || sum !== entry.sum) throw new ZipDamaged();
}

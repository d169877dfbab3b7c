import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { ZipTooLarge } from './zip-writer.ts';

/** Signatures and lengths of a zip's own records. */
const end = { signature: 0x06054b50, bytes: 22 };
const central = { signature: 0x02014b50, bytes: 46 };
const local = { signature: 0x04034b50, bytes: 30 };
const longestComment = 65_535;
const stored = 0;
const deflated = 8;
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
  const entries = new Map<string, ReadEntry>();
  try {
    const last = endOf(bytes);
    const count = bytes.readUInt16LE(last + 10);
    let at = bytes.readUInt32LE(last + 16);
    let total = 0;
    for (let seen = 0; seen < count; seen += 1) {
      if (bytes.readUInt32LE(at) !== central.signature) throw new ZipDamaged();
      const size = bytes.readUInt32LE(at + 24);
      const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
      const [named = 0] = lengths;
      const name = bytes.toString('utf8', at + central.bytes, at + central.bytes + named);
      total += size;
      if (total > mostBytes) throw new ZipTooLarge();
      if (entries.has(name)) throw new ZipDamaged();
      entries.set(name, entryAt(bytes, at, size));
      at += lengths.reduce((sum, length) => sum + length, central.bytes);
    }
  } catch (error) {
    throw error instanceof RangeError ? new ZipDamaged() : error;
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - end.bytes - longestComment);
  for (let at = bytes.length - end.bytes; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) === end.signature) return at;
  }
  throw new ZipDamaged();
}

function entryAt(bytes: Buffer, at: number, size: number): ReadEntry {
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  const [method, sum] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)];
  const [packed, start] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  if (isEncrypted || (method !== stored && method !== deflated)) throw new ZipDamaged();
  return {
    size,
    async read() {
      const content = contentAt(bytes, start, packed);
      const whole = method === stored ? content : await inflated(content, size);
      if (whole.length !== size || crc32(whole) !== sum) throw new ZipDamaged();
      return whole;
    },
  };
}

function contentAt(bytes: Buffer, start: number, packed: number): Buffer {
  if (start + local.bytes > bytes.length || bytes.readUInt32LE(start) !== local.signature) throw new ZipDamaged();
  const from = start + local.bytes + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  return bytes.subarray(from, from + packed);
}

async function inflated(content: Buffer, size: number): Promise<Buffer> {
  try {
    return await unpack(content, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new ZipDamaged();
  }
}

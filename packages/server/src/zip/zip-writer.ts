import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Bytes that are packed in one go. */
const atOnce = 64 * 1024;
/** What the numbers of a zip without extensions hold, with room for its list of entries. */
const mostBytes = 4_000_000_000;
const mostEntries = 65_000;

const signatures = { local: 0x04034b50, descriptor: 0x08074b50, central: 0x02014b50, end: 0x06054b50 } as const;
/** Version 2.0: an entry may be packed and say its sizes behind itself. */
const version = 20;
/** Sizes stand behind the entry, its name is UTF-8. */
const flags = 0x0808;

/** There is more than one zip holds. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

export interface ZipEntry {
  readonly name: string;
  /** Whether it gets smaller: a PDF or a Word file is packed already. */
  readonly pack: boolean;
  /** Asked for once its turn has come. */
  pieces(): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

/** An entry that is written: what its line in the list at the end says. */
interface Written {
  readonly name: Buffer;
  readonly pack: boolean;
  readonly start: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
}

/** What was read of an entry so far. */
interface Measure {
  sum: number;
  size: number;
}

async function* measured(entry: ZipEntry, measure: Measure): AsyncGenerator<Buffer> {
  for await (const piece of entry.pieces()) {
    const bytes = Buffer.from(piece as Uint8Array);
    measure.sum = crc32(bytes, measure.sum);
    measure.size += bytes.length;
    for (let from = 0; from < bytes.length; from += atOnce) yield bytes.subarray(from, from + atOnce);
  }
}

/** Packed beside the process's own thread; whoever stops reading stops what is read from, and an error is handed on. */
function packed(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return pipeline(Readable.from(bytes, { objectMode: false }), createDeflateRaw(), () => undefined);
}

/** Day and time as a zip keeps them, to two seconds and in no zone: those of UTC. */
function dosTime(at: number): readonly [time: number, day: number] {
  const then = new Date(at);
  const time = (then.getUTCHours() << 11) | (then.getUTCMinutes() << 5) | (then.getUTCSeconds() >> 1);
  return [time, ((then.getUTCFullYear() - 1980) << 9) | ((then.getUTCMonth() + 1) << 5) | then.getUTCDate()];
}

/** Numbers one after another, each in two or four bytes. */
function numbers(...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const made = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = made.writeUIntLE(value, at, bytes);
  return made;
}

const methodOf = (pack: boolean) => (pack ? 8 : 0);

function localHead({ name, pack }: Pick<Written, 'name' | 'pack'>, [time, day]: readonly [number, number]): Buffer {
  const kind = [
    [2, version],
    [2, flags],
    [2, methodOf(pack)],
    [2, time],
    [2, day],
  ] as const;
  const unknown = [
    [4, 0],
    [4, 0],
    [4, 0],
  ] as const;
  return Buffer.concat([numbers([4, signatures.local], ...kind, ...unknown, [2, name.length], [2, 0]), name]);
}

function centralLine(entry: Written, [time, day]: readonly [number, number]): Buffer {
  const { name, pack, start, sum, packed: bytes, size } = entry;
  const kind = [
    [2, version],
    [2, version],
    [2, flags],
    [2, methodOf(pack)],
    [2, time],
    [2, day],
  ] as const;
  const sizes = [
    [4, sum],
    [4, bytes],
    [4, size],
  ] as const;
  const rest = [
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, start],
  ] as const;
  return Buffer.concat([numbers([4, signatures.central], ...kind, ...sizes, ...rest), name]);
}

function endOf(entries: number, bytes: number, start: number): Buffer {
  return numbers([4, signatures.end], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, start], [2, 0]);
}

/**
 * A zip whose bytes are handed on as they are made: little more than a piece of it is in memory. Throws ZipTooLarge, and what an
 * entry throws.
 * @param at UTC ms that its entries are said to be of
 */
export async function* zipPieces(entries: readonly ZipEntry[], at: number): AsyncGenerator<Buffer> {
  if (entries.length > mostEntries) throw new ZipTooLarge();
  const time = dosTime(at);
  const written: Written[] = [];
  let total = 0;
  const counted = (bytes: Buffer) => {
    total += bytes.length;
    if (total > mostBytes) throw new ZipTooLarge();
    return bytes;
  };
  for (const entry of entries) {
    const [name, start, measure] = [Buffer.from(entry.name), total, { sum: 0, size: 0 }];
    const head = counted(localHead({ name, pack: entry.pack }, time));
    yield head;
    const content = measured(entry, measure);
    for await (const bytes of entry.pack ? packed(content) : content) yield counted(bytes);
    const { sum, size } = measure;
    if (size > mostBytes) throw new ZipTooLarge();
    const line = { name, pack: entry.pack, start, sum, packed: total - start - head.length, size };
    yield counted(numbers([4, signatures.descriptor], [4, sum], [4, line.packed], [4, size]));
    written.push(line);
  }
  const start = total;
  for (const entry of written) yield counted(centralLine(entry, time));
  yield endOf(written.length, total - start, start);
}

const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum;
});

/** The CRC-32 that a zip stores to verify the packed bytes. `seen` is that of the bytes before them. */
export function computeCrc32(bytes: Uint8Array, seen = 0): number {
  let sum = ~seen;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}

export type ZipFlaw = 'damaged' | 'locked' | 'large';

/** A zip that cannot be read, or has more entries than anything that we read. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly flaw: ZipFlaw;
  constructor(flaw: ZipFlaw) {
    super(flaw);
    this.flaw = flaw;
  }
}

/** An entry of a zip as it lies there. */
export interface ZipEntry {
  readonly bytes: Uint8Array;
  /** Packed by raw deflate, else as it is. */
  readonly isPacked: boolean;
  /** Bytes that it says it unpacks to, and their CRC-32. */
  readonly size: number;
  readonly sum: number;
}

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const lengths = { end: 22, central: 46, local: 30 } as const;
const longestComment = 65_535;
const maxEntries = 65_535;

/** Whether a file starts as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** An entry of the central directory at the end of a zip. */
export interface ListedEntry {
  readonly isPacked: boolean;
  /** Bytes of it as it lies there. */
  readonly packed: number;
  /** Bytes that it says it unpacks to, and their CRC-32. */
  readonly size: number;
  readonly sum: number;
  /** Where its head starts, behind which its content lies. */
  readonly at: number;
}

/** Where the list of a zip starts, and how many entries it has. */
export interface ZipList {
  readonly at: number;
  readonly count: number;
}

/** Bytes at the end of a zip among which it says where its list is, and those of the head of an entry. */
export const zipTailBytes = lengths.end + longestComment;
export const zipHeadBytes = lengths.local;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What reads past the end reads something damaged. */
function within<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new ZipError('damaged') : error;
  }
}

/**
 * The entries of a zip by their names, none unpacked yet, as its list at the end has them. Throws ZipRefused, also for two of one
 * name. Source: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16; without ZIP64.
 */
export function zipEntries(bytes: Uint8Array, nameOf: (bytes: Uint8Array) => string): ReadonlyMap<string, ZipEntry> {
  const list = zipList(bytes);
  const listed = parseEntries(bytes.subarray(list.at), list.count, nameOf);
  return new Map(Array.from(listed, ([name, entry]) => [name, entryIn(bytes, entry)]));
}

/** Where the list is. @param tail the end of the zip, or all of it */
export function zipList(tail: Uint8Array): ZipList {
  const view = viewOf(tail);
  return within(() => {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    if (count === maxEntries) throw new ZipError('large');
    return { at: view.getUint32(end + 16, true), count };
  });
}

/** The entries of a list, which the bytes start with. */
export function parseEntries(
  list: Uint8Array,
  count: number,
  nameOf: (bytes: Uint8Array) => string,
): ReadonlyMap<string, ListedEntry> {
  const view = viewOf(list);
  const entries = new Map<string, ListedEntry>();
  return within(() => {
    for (let seen = 0, at = 0; seen < count; seen += 1) {
      if (view.getUint32(at, true) !== signatures.central) throw new ZipError('damaged');
      const [named = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const from = at + lengths.central;
      const name = nameOf(list.subarray(from, from + named));
      if (entries.has(name)) throw new ZipError('damaged');
      entries.set(name, listedAt(view, at));
      at = from + named + extra + comment;
    }
    return entries;
  });
}

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - lengths.end - longestComment);
  for (let at = view.byteLength - lengths.end; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  throw new ZipError('damaged');
}

function listedAt(view: DataView, at: number): ListedEntry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [sum, packed, size] = [
    view.getUint32(at + 16, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 24, true),
  ];
  if ((flags & 1) === 1) throw new ZipError('locked');
  if (method !== 0 && method !== 8) throw new ZipError('damaged');
  return { isPacked: method === 8, packed, size, sum, at: view.getUint32(at + 42, true) };
}

/** Bytes from the head of an entry to its content. */
export function zipHeadLength(head: Uint8Array): number {
  const view = viewOf(head);
  return within(() => {
    if (view.getUint32(0, true) !== signatures.local) throw new ZipError('damaged');
    return lengths.local + view.getUint16(26, true) + view.getUint16(28, true);
  });
}

function entryIn(bytes: Uint8Array, { at, packed, isPacked, size, sum }: ListedEntry): ZipEntry {
  const from = at + zipHeadLength(bytes.subarray(at));
  if (from + packed > bytes.byteLength) throw new ZipError('damaged');
  return { bytes: bytes.subarray(from, from + packed), isPacked, size, sum };
}

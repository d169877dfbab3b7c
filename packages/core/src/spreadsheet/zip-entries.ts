const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum;
});

/** Computes the CRC-32 with which a ZIP verifies unpacked bytes. `seen` is the CRC-32 of the preceding bytes. */
export function computeCrc32(bytes: Uint8Array, seen = 0): number {
  let sum = ~seen;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}

export type ZipFlaw = 'damaged' | 'locked' | 'large';

/** A ZIP that cannot be read, or has too many entries. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly flaw: ZipFlaw;
  constructor(flaw: ZipFlaw) {
    super(flaw);
    this.flaw = flaw;
  }
}

/** An entry of a ZIP, still packed. */
export interface ZipEntry {
  readonly bytes: Uint8Array;
  /** Whether it is packed with raw deflate; otherwise it is stored. */
  readonly isPacked: boolean;
  /** Size and CRC-32 of the unpacked bytes, as the ZIP declares them. */
  readonly size: number;
  readonly sum: number;
}

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const lengths = { end: 22, central: 46, local: 30 } as const;
const longestComment = 65_535;
const maxEntries = 65_535;

/** Whether a file starts like a ZIP. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** An entry of the central directory of a ZIP. */
export interface ListedEntry {
  readonly isPacked: boolean;
  /** Size of the packed bytes. */
  readonly packed: number;
  /** Size and CRC-32 of the unpacked bytes, as the ZIP declares them. */
  readonly size: number;
  readonly sum: number;
  /** Offset of the local header, which precedes the content. */
  readonly at: number;
}

/** Offset of the central directory, and its number of entries. */
export interface ZipList {
  readonly at: number;
  readonly count: number;
}

/** Size of the end of a ZIP that contains the position of its directory, and the size of a local header. */
export const zipTailBytes = lengths.end + longestComment;
export const zipHeadBytes = lengths.local;

const getView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reports a read beyond the end as a damaged file. */
function readWithinBounds<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new ZipError('damaged') : error;
  }
}

/**
 * Returns the entries of a ZIP by name, still packed, from its central directory. Throws ZipError, also for duplicate names.
 * Source: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16; ZIP64 is not supported.
 */
export function zipEntries(bytes: Uint8Array, nameOf: (bytes: Uint8Array) => string): ReadonlyMap<string, ZipEntry> {
  const list = zipList(bytes);
  const listed = parseEntries(bytes.subarray(list.at), list.count, nameOf);
  return new Map(Array.from(listed, ([name, entry]) => [name, getEntryIn(bytes, entry)]));
}

/** Finds the central directory. @param tail the end of the ZIP, or all of it */
export function zipList(tail: Uint8Array): ZipList {
  const view = getView(tail);
  return readWithinBounds(() => {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    if (count === maxEntries) throw new ZipError('large');
    return { at: view.getUint32(end + 16, true), count };
  });
}

/** Parses the central directory at the start of the bytes. */
export function parseEntries(
  list: Uint8Array,
  count: number,
  nameOf: (bytes: Uint8Array) => string,
): ReadonlyMap<string, ListedEntry> {
  const view = getView(list);
  const entries = new Map<string, ListedEntry>();
  return readWithinBounds(() => {
    for (let seen = 0, at = 0; seen < count; seen += 1) {
      if (view.getUint32(at, true) !== signatures.central) throw new ZipError('damaged');
      const [named = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const from = at + lengths.central;
      const name = nameOf(list.subarray(from, from + named));
      if (entries.has(name)) throw new ZipError('damaged');
      entries.set(name, readListedEntry(view, at));
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

function readListedEntry(view: DataView, at: number): ListedEntry {
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

/** Returns the number of bytes from the local header to the content. */
export function zipHeadLength(head: Uint8Array): number {
  const view = getView(head);
  return readWithinBounds(() => {
    if (view.getUint32(0, true) !== signatures.local) throw new ZipError('damaged');
    return lengths.local + view.getUint16(26, true) + view.getUint16(28, true);
  });
}

function getEntryIn(bytes: Uint8Array, { at, packed, isPacked, size, sum }: ListedEntry): ZipEntry {
  const from = at + zipHeadLength(bytes.subarray(at));
  if (from + packed > bytes.byteLength) throw new ZipError('damaged');
  return { bytes: bytes.subarray(from, from + packed), isPacked, size, sum };
}

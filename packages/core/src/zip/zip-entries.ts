export type ZipFlaw = 'damaged' | 'locked' | 'large';

/** A zip that cannot be read, or has more entries than anything that we read. */
export class ZipRefused extends Error {
  override readonly name = 'ZipRefused';
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
const mostEntries = 65_535;

/** Whether a file begins as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The entries of a zip by their names, none unpacked yet, as its list at the end has them. Throws ZipRefused, also for two of one
 * name. Source: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16; without ZIP64.
 */
export function zipEntries(bytes: Uint8Array, nameOf: (bytes: Uint8Array) => string): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, ZipEntry>();
  try {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    if (count === mostEntries) throw new ZipRefused('large');
    let at = view.getUint32(end + 16, true);
    for (let seen = 0; seen < count; seen += 1) {
      if (view.getUint32(at, true) !== signatures.central) throw new ZipRefused('damaged');
      const [named = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const from = at + lengths.central;
      const name = nameOf(bytes.subarray(from, from + named));
      if (entries.has(name)) throw new ZipRefused('damaged');
      entries.set(name, entryAt(view, bytes, at));
      at = from + named + extra + comment;
    }
  } catch (error) {
    throw error instanceof RangeError ? new ZipRefused('damaged') : error;
  }
  return entries;
}

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - lengths.end - longestComment);
  for (let at = view.byteLength - lengths.end; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  throw new ZipRefused('damaged');
}

function entryAt(view: DataView, bytes: Uint8Array, at: number): ZipEntry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [sum, packed, size] = [
    view.getUint32(at + 16, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 24, true),
  ];
  const start = view.getUint32(at + 42, true);
  if ((flags & 1) === 1) throw new ZipRefused('locked');
  if (method !== 0 && method !== 8) throw new ZipRefused('damaged');
  if (view.getUint32(start, true) !== signatures.local) throw new ZipRefused('damaged');
  const from = start + lengths.local + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + packed > bytes.byteLength) throw new ZipRefused('damaged');
  return { bytes: bytes.subarray(from, from + packed), isPacked: method === 8, size, sum };
}

import { SheetRefused } from './sheet-refused.ts';

/** A part of a zip as it lies there. */
export interface ZipPart {
  readonly bytes: Uint8Array;
  /** Packed by raw deflate, else as it is. */
  readonly isPacked: boolean;
}

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const endBytes = 22;
const longestComment = 65_535;
const mostParts = 10_000;

/** What Office makes of a workbook with a password begins so. */
const locked = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether a file begins as a zip does, and so may be a workbook. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The parts of a zip by their names, none unpacked yet. Throws SheetRefused for what is none. */
export function zipParts(bytes: Uint8Array): ReadonlyMap<string, ZipPart> {
  if (locked.every((byte, at) => bytes[at] === byte)) throw new SheetRefused('locked');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new Map<string, ZipPart>();
  try {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    if (count > mostParts) throw new SheetRefused('large');
    for (let seen = 0; seen < count; seen += 1) {
      if (view.getUint32(at, true) !== signatures.central) throw new SheetRefused('damaged');
      const [named, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      parts.set(nameAt(bytes, at + 46, named ?? 0), partAt(view, bytes, at));
      at += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
  } catch (error) {
    throw error instanceof RangeError ? new SheetRefused('damaged') : error;
  }
  return parts;
}

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  throw new SheetRefused('damaged');
}

/** Parts of a workbook have names in ASCII. */
function nameAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

function partAt(view: DataView, bytes: Uint8Array, at: number): ZipPart {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [packed, start] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  if ((flags & 1) === 1) throw new SheetRefused('locked');
  if (method !== 0 && method !== 8) throw new SheetRefused('damaged');
  if (view.getUint32(start, true) !== signatures.local) throw new SheetRefused('damaged');
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + packed > bytes.byteLength) throw new SheetRefused('damaged');
  return { bytes: bytes.subarray(from, from + packed), isPacked: method === 8 };
}

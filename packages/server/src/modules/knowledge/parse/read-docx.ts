import { inflateRawSync } from 'node:zlib';
import { DocumentError } from './document-error.ts';
import type { ReadLimits } from './read-document.ts';
import { readHtml } from './read-html.ts';

/** Signatures and lengths of a zip's own records. */
const end = { signature: 0x06054b50, bytes: 22 };
const central = { signature: 0x02014b50, bytes: 46 };
const local = { signature: 0x04034b50, bytes: 30 };
const maxParts = 5000;

/**
 * Refuses a zip that unpacks to more than it may, whatever its own records say: each part is unpacked, up to what is left of
 * the limit. Encrypted parts and zip64, which no such document needs, are refused too.
 */
export function assertModestZip(bytes: Buffer, maxBytes: number): void {
  let left = maxBytes;
  let at = centralStart(bytes);
  for (let part = 0; at + central.bytes <= bytes.length && bytes.readUInt32LE(at) === central.signature; part += 1) {
    if (part >= maxParts) throw new DocumentError('tooLarge');
    if (bytes.readUInt16LE(at + 8) & 1) throw new DocumentError('encrypted');
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    left -= method === 0 ? size : unpackedSize(bytes, bytes.readUInt32LE(at + 42), size, left);
    if (left < 0) throw new DocumentError('tooLarge');
    at += central.bytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function centralStart(bytes: Buffer): number {
  for (let at = bytes.length - end.bytes; at >= Math.max(0, bytes.length - end.bytes - 65_535); at -= 1) {
    if (bytes.readUInt32LE(at) === end.signature) return bytes.readUInt32LE(at + 16);
  }
  throw new DocumentError('damaged');
}

function unpackedSize(bytes: Buffer, at: number, size: number, left: number): number {
  if (at + local.bytes > bytes.length || bytes.readUInt32LE(at) !== local.signature) throw new DocumentError('damaged');
  const start = at + local.bytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  try {
    return inflateRawSync(bytes.subarray(start, start + size), { maxOutputLength: Math.max(1, left) }).length;
  } catch (error) {
    const isLarge = error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new DocumentError(isLarge ? 'tooLarge' : 'damaged');
  }
}

/** The text of a Word document, with its headings and tables. */
export async function readDocx(bytes: Buffer, { maxBytes }: ReadLimits): Promise<readonly string[]> {
  assertModestZip(bytes, maxBytes);
  const { default: mammoth } = await import('mammoth');
  const ignored = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage: ignored }).catch(() => {
    throw new DocumentError('damaged');
  });
  return readHtml(`<body>${value}</body>`);
}

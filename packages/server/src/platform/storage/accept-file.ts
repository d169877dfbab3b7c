import type { UploadKind } from '@gantry/core';

/** Type and size of an image, from its first bytes. */
interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly extension: 'png' | 'jpg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readAscii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

function readPngHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(pngStart)) return null;
  return { mediaType: 'image/png', extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGifHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 13 || !['GIF87a', 'GIF89a'].includes(readAscii(bytes, 0, 6))) return null;
  return { mediaType: 'image/gif', extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Whether a marker is an SOF marker, which contains the size. DHT, JPG and DAC are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpegHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { mediaType: 'image/jpeg', extension: 'jpg', width, height };
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function getWebpSize(bytes: Buffer): readonly [width: number, height: number] | null {
  const kind = readAscii(bytes, 12, 16);
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  return null;
}

function readWebpHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || readAscii(bytes, 0, 4) !== 'RIFF' || readAscii(bytes, 8, 12) !== 'WEBP') return null;
  const [width, height] = getWebpSize(bytes) ?? [0, 0];
  return width === 0 ? null : { mediaType: 'image/webp', extension: 'webp', width, height };
}

/** Returns type and size of an image, read only from its header; null for other types. */
function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPngHeader(bytes) ?? readJpegHeader(bytes) ?? readGifHeader(bytes) ?? readWebpHeader(bytes);
}

/** Maximum size of an image, in bytes and in pixels. */
export const maxBytes = 5 * 1024 * 1024;
const maxPixels = 40_000_000;

export interface AcceptedFile extends ImageHeader {
  readonly content: Buffer;
}

/** Why a file is rejected. */
export type FileRejection = 'encoding' | 'tooLarge' | 'notAPicture' | 'tooManyPixels' | 'name';

const extensions = /\.(?:png|jpe?g|gif|webp)$/i;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Checks uploaded images from any call: a known type by the first bytes, limited size and area, and the extension of an image.
 * SVG is rejected, because it can contain scripts.
 */
export function acceptFile(name: string, encoded: string): AcceptedFile | FileRejection {
  if (!extensions.test(name)) return 'name';
  if (encoded.length === 0 || encoded.length % 4 !== 0 || !base64.test(encoded)) return 'encoding';
  const content = Buffer.from(encoded, 'base64');
  if (content.length > maxBytes) return 'tooLarge';
  const header = readImageHeader(content);
  if (!header || header.width < 1 || header.height < 1) return 'notAPicture';
  return header.width * header.height > maxPixels ? 'tooManyPixels' : { ...header, content };
}

/** Limits of uploads, from the settings. */
export interface UploadRules {
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  takes(kind: UploadKind): boolean;
}

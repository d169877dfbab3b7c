import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { acceptFile, maxBytes } from './accept-file.ts';

const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
/** Returns a PNG whose header claims a size, without the pixels. */
function claimedPng(width: number, height: number): Buffer {
  const bytes = png(1, 1);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([3, 0, 2, 0, 0, 0, 0]), Buffer.alloc(8)]);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000700090301220002110103110100', 'hex');
const webp = Buffer.concat([
  Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0'),
  Buffer.from([0x2f, 4, 0xc0, 1, 0]),
  Buffer.alloc(12),
]);
const accept = (bytes: Buffer, name = 'a.png') => acceptFile(name, bytes.toString('base64'));

describe('acceptFile', () => {
  it.each([
    ['PNG', png(5, 4), { mediaType: 'image/png', extension: 'png', width: 5, height: 4 }],
    ['GIF', gif, { mediaType: 'image/gif', extension: 'gif', width: 3, height: 2 }],
    ['JPEG', jpeg, { mediaType: 'image/jpeg', extension: 'jpg', width: 9, height: 7 }],
    ['WebP', webp, { mediaType: 'image/webp', extension: 'webp', width: 5, height: 8 }],
  ])('detects a %s by its bytes, not by its name', (_, bytes, expected) => {
    expect(accept(bytes, 'holiday.JPEG')).toMatchObject(expected);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'notAPicture'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'notAPicture'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'notAPicture'],
    ['a truncated PNG', png(5, 4).subarray(0, 20), 'notAPicture'],
    ['an image without pixels', claimedPng(0, 10), 'notAPicture'],
    ['too many pixels', claimedPng(65_000, 65_000), 'tooManyPixels'],
    ['too many bytes', Buffer.concat([png(1, 1), Buffer.alloc(maxBytes)]), 'tooLarge'],
  ])('rejects %s', (_, bytes, rejection) => {
    expect(accept(bytes)).toBe(rejection);
  });

  it.each(['x.svg', 'x.html', 'x.png.exe', 'png', ''])('rejects the name %j', (name) => {
    expect(accept(png(1, 1), name)).toBe('name');
  });

  it.each(['', 'a', '####', 'data:image/png;base64,AAAA', 'AA=A'])('rejects %j, which is not base64', (encoded) => {
    expect(acceptFile('a.png', encoded)).toBe('encoding');
  });
});

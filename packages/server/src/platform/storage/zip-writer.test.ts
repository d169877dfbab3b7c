import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ByteSource, readZip, ZipDamaged } from './read-zip.ts';
import { type ZipEntry, ZipTooLarge, zipPieces } from './zip-writer.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);

async function createZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const bytes of zipPieces(entries, at)) chunks.push(bytes);
  return Buffer.concat(chunks);
}

/** A source of bytes, and the longest range that was read. */
function createSource(bytes: Buffer): ByteSource & { longest: number } {
  return {
    size: bytes.length,
    longest: 0,
    async slice(from, to) {
      this.longest = Math.max(this.longest, to - from);
      return bytes.subarray(from, to);
    },
  };
}

it('writes entries that are read back unchanged, in order', async () => {
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 4096 }));
  const entry = fc.record({ pack: fc.boolean(), content: fc.array(piece, { maxLength: 5 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (contents) => {
      const entries = contents.map(({ pack, content }, no) => ({ name: `文/${no}`, pack, pieces: () => content }));
      const read = await readZip(createSource(await createZip(entries)), 1_000_000);
      expect([...read.keys()]).toEqual(entries.map(({ name }) => name));
      for (const [no, { content }] of contents.entries()) {
        const full = Buffer.concat(content.map((bytes) => Buffer.from(bytes as Uint8Array)));
        expect(await read.get(`文/${no}`)?.read()).toEqual(full);
      }
    }),
    { numRuns: 50 },
  );
});

it('throws the error of an entry', async () => {
  async function* failing() {
    yield 'begun';
    throw new RangeError('no more');
  }
  const entries = [{ name: 'a', pack: true, pieces: failing }];
  await expect(createZip(entries)).rejects.toThrow(new RangeError('no more'));
});

it('reads entries only on demand, and closes them when the reader stops', async () => {
  let [given, isEnded] = [0, false];
  async function* endless() {
    try {
      for (;;) {
        given += 1;
        yield Buffer.alloc(64 * 1024, given);
      }
    } finally {
      isEnded = true;
    }
  }
  for await (const _bytes of zipPieces([{ name: 'a', pack: false, pieces: endless }], at)) if (given > 3) break;
  await expect.poll(() => isEnded).toBe(true);
  expect(given).toBeLessThan(12);
});

it.each([true, false])('is read in ranges, and any damage is detected (compressed: %s)', async (pack) => {
  const content = randomBytes(1_000_000);
  const bytes = await createZip([{ name: 'a', pack, pieces: () => [content] }]);
  const source = createSource(bytes);
  const full = await (await readZip(source, content.length)).get('a')?.read();
  expect(full?.equals(content)).toBe(true);
  expect(source.longest).toBe(256 * 1024);
  await expect(readZip(createSource(bytes), content.length - 1)).rejects.toThrow(ZipTooLarge);
  for (const at of [0, 500_000]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    const read = async () => (await readZip(createSource(damaged), content.length)).get('a')?.read();
    await expect(read()).rejects.toThrow(ZipDamaged);
  }
});

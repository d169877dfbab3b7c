import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrokenBackup, readSealed, readSealedHeader, writeSealed } from './sealed-file.ts';

let folder: string;
let file: string;
const key = randomBytes(32);
const about = { kind: 'sqlite', keyId: 'k', createdAt: 1, migration: '0001' } as const;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-sealed-'));
  file = path.join(folder, 'copy');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const seal = (content: Buffer, size = 70_000) => writeSealed(file, about, key, pieces(content, size));
async function open(keyOf: (id: string) => Buffer | undefined = () => key): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const piece of readSealed(file, keyOf)) found.push(piece);
  return Buffer.concat(found);
}

test.each([0, 1, 1_000_000, 1024 * 1024, 1024 * 1024 + 1, 3_333_333])(
  '%i bytes come back as they were',
  async (length) => {
    const content = randomBytes(length);
    expect(await seal(content)).toBe(statSync(file).size);
    expect((await open()).equals(content)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);

test('nothing of the content can be read in the file', async () => {
  await seal(Buffer.from('canary-in-a-coal-mine'.repeat(5_000)));
  expect(readFileSync(file, 'latin1')).not.toContain('canary');
});

/** Length of a complete frame, which follows the first line. */
const frame = 5 + 1024 * 1024 + 16;
const headerEnd = () => readFileSync(file).indexOf(0x0a) + 1;

test.each<[string, (bytes: Buffer, start: number) => Buffer]>([
  ['cut by a byte', (bytes) => bytes.subarray(0, -1)],
  ['cut at a frame', (bytes, start) => bytes.subarray(0, start + frame)],
  ['cut to its header', (bytes, start) => bytes.subarray(0, start)],
  ['cut to nothing', () => Buffer.alloc(0)],
  ['longer by a byte', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ['with a bit turned', (bytes, start) => flip(bytes, start + 1000)],
  ['with another length', (bytes, start) => flip(bytes, start + 4)],
  ['said to end early', (bytes, start) => flip(bytes.subarray(0, start + frame), start)],
  ['with another date', (bytes) => replaceIn(bytes, '"createdAt":1', '"createdAt":2')],
  ['with a frame twice', (bytes, start) => Buffer.concat([bytes.subarray(0, start + frame), bytes.subarray(start)])],
  [
    'with two frames exchanged',
    (bytes, start) =>
      Buffer.concat([
        bytes.subarray(0, start),
        bytes.subarray(start + frame, start + 2 * frame),
        bytes.subarray(start, start + frame),
        bytes.subarray(start + 2 * frame),
      ]),
  ],
])('a file %s is rejected', async (_name, change) => {
  await seal(randomBytes(2_500_000));
  writeFileSync(file, change(readFileSync(file), headerEnd()));
  await expect(open()).rejects.toThrow(BrokenBackup);
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function replaceIn(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
}

test('another key, or none, opens nothing', async () => {
  await seal(randomBytes(100));
  await expect(open(() => randomBytes(32))).rejects.toThrow(BrokenBackup);
  await expect(open(() => undefined)).rejects.toThrow('The master key of the backup is not available here');
});

test('the header can be read without a key; another file has none', async () => {
  await seal(randomBytes(100));
  expect(await readSealedHeader(file)).toMatchObject(about);
  writeFileSync(file, 'SQLite format 3\n');
  await expect(readSealedHeader(file)).rejects.toThrow('The file is not a backup');
});

test('a source that breaks leaves no file behind', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield randomBytes(10);
    throw new Error('the disk is gone');
  }
  await expect(writeSealed(file, about, key, broken())).rejects.toThrow('the disk is gone');
  expect(readdirSync(folder)).toEqual([]);
});

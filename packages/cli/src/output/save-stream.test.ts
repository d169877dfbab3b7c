import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileError, FileTaken, saveStream } from './save-stream.ts';

const space = mkdtempSync(path.join(tmpdir(), 'gantry-save-'));
afterAll(() => rmSync(space, { recursive: true }));

const pieces = (...given: readonly string[]) =>
  async function* () {
    for (const piece of given) yield Buffer.from(piece);
  };
/** A source that logs when it is opened. */
const createSource = (source: () => AsyncIterable<Uint8Array>, log: string[] = []) => ({
  log,
  open: async () => {
    log.push('opened');
    return source();
  },
});
async function* broken() {
  yield Buffer.from('half');
  throw new Error('the line broke');
}

it('writes a file that only its owner can read, and returns its size', async () => {
  const file = path.join(space, 'new');
  expect(await saveStream(createSource(pieces('ab', 'c')).open, file, false)).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('abc');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('rejects an existing file unless it may be overwritten, without opening the source', async () => {
  const file = path.join(space, 'mine');
  writeFileSync(file, 'mine');
  const { open, log } = createSource(pieces('theirs'));
  await expect(saveStream(open, file, false)).rejects.toBeInstanceOf(FileTaken);
  await expect(saveStream(open, path.join(space, 'none', 'x'), false)).rejects.toThrow('no such file or directory');
  await expect(saveStream(open, path.join(file, 'x'), true)).rejects.toBeInstanceOf(FileError);
  expect([readFileSync(file, 'utf8'), log]).toEqual(['mine', []]);
  const other = path.join(space, 'other name');
  symlinkSync(file, other);
  await saveStream(open, other, true);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it('gives the file its name only when it is complete, and leaves nothing of an interrupted one', async () => {
  const file = path.join(space, 'full');
  const names = () => readdirSync(space).filter((name) => name.startsWith('full'));
  const seen: string[][] = [];
  async function* watched() {
    yield Buffer.from('who');
    seen.push(names());
    yield Buffer.from('le');
  }
  await expect(saveStream(createSource(broken).open, file, false)).rejects.toThrow('the line broke');
  expect(names()).toEqual([]);
  await saveStream(createSource(watched).open, file, false);
  expect(seen).toEqual([[expect.stringMatching(/\.part$/)]]);
  await expect(saveStream(createSource(broken).open, file, true)).rejects.toThrow('the line broke');
  expect([names(), readFileSync(file, 'utf8')]).toEqual([['full'], 'whole']);
});

it('does not replace a file that was created meanwhile, and writes to a device', async () => {
  const file = path.join(space, 'late');
  async function* overtaken() {
    writeFileSync(file, 'mine');
    yield Buffer.from('theirs');
  }
  await expect(saveStream(createSource(overtaken).open, file, false)).rejects.toBeInstanceOf(FileTaken);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(await saveStream(createSource(pieces('x')).open, '/dev/null', true)).toBe(1);
});

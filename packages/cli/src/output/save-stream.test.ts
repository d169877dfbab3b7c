import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileRefused, FileTaken, saveStream } from './save-stream.ts';

const room = mkdtempSync(path.join(tmpdir(), 'gantry-save-'));
afterAll(() => rmSync(room, { recursive: true }));

const pieces = (...given: readonly string[]) =>
  async function* () {
    for (const piece of given) yield Buffer.from(piece);
  };
/** A source that says when it was opened. */
const opened = (source: () => AsyncIterable<Uint8Array>, log: string[] = []) => ({
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

it('writes what comes, for its owner alone, and counts it', async () => {
  const file = path.join(room, 'new');
  expect(await saveStream(opened(pieces('ab', 'c')).open, file, false)).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('abc');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('leaves a file that is there, unless it may go, and then asks for nothing', async () => {
  const file = path.join(room, 'mine');
  writeFileSync(file, 'mine');
  const { open, log } = opened(pieces('theirs'));
  await expect(saveStream(open, file, false)).rejects.toBeInstanceOf(FileTaken);
  await expect(saveStream(open, path.join(room, 'none', 'x'), false)).rejects.toThrow('no such file or directory');
  await expect(saveStream(open, path.join(file, 'x'), true)).rejects.toBeInstanceOf(FileRefused);
  expect([readFileSync(file, 'utf8'), log]).toEqual(['mine', []]);
  const other = path.join(room, 'other name');
  symlinkSync(file, other);
  await saveStream(open, other, true);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it('gives the name to the whole alone, and leaves nothing of what broke off', async () => {
  const file = path.join(room, 'whole');
  const names = () => readdirSync(room).filter((name) => name.startsWith('whole'));
  const seen: string[][] = [];
  async function* watched() {
    yield Buffer.from('who');
    seen.push(names());
    yield Buffer.from('le');
  }
  await expect(saveStream(opened(broken).open, file, false)).rejects.toThrow('the line broke');
  expect(names()).toEqual([]);
  await saveStream(opened(watched).open, file, false);
  expect(seen).toEqual([[expect.stringMatching(/\.part$/)]]);
  await expect(saveStream(opened(broken).open, file, true)).rejects.toThrow('the line broke');
  expect([names(), readFileSync(file, 'utf8')]).toEqual([['whole'], 'whole']);
});

it('leaves what came to stand there while it was written', async () => {
  const file = path.join(room, 'late');
  async function* overtaken() {
    writeFileSync(file, 'mine');
    yield Buffer.from('theirs');
  }
  await expect(saveStream(opened(overtaken).open, file, false)).rejects.toBeInstanceOf(FileTaken);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(await saveStream(opened(pieces('x')).open, '/dev/null', true)).toBe(1);
});

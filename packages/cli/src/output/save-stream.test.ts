import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileTaken, saveStream } from './save-stream.ts';

const room = mkdtempSync(path.join(tmpdir(), 'gantry-save-'));
afterAll(() => rmSync(room, { recursive: true }));

async function* pieces(...given: readonly string[]) {
  for (const piece of given) yield Buffer.from(piece);
}
async function* broken() {
  yield Buffer.from('half');
  throw new Error('the line broke');
}

it('writes what comes, for its owner alone, and counts it', async () => {
  const file = path.join(room, 'new');
  expect(await saveStream(pieces('ab', 'c'), file, false)).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('abc');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('leaves a file that is there, unless it may go', async () => {
  const file = path.join(room, 'mine');
  writeFileSync(file, 'mine');
  await expect(saveStream(pieces('theirs'), file, false)).rejects.toBeInstanceOf(FileTaken);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await saveStream(pieces('theirs'), file, true);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it('leaves nothing of what broke off, and what stood there as it was', async () => {
  const file = path.join(room, 'whole');
  await expect(saveStream(broken(), file, false)).rejects.toThrow('the line broke');
  writeFileSync(file, 'whole');
  await expect(saveStream(broken(), file, true)).rejects.toThrow('the line broke');
  expect(readFileSync(file, 'utf8')).toBe('whole');
  expect(readdirSync(room).filter((name) => name.includes('part'))).toEqual([]);
  await expect(saveStream(pieces('x'), path.join(room, 'none', 'x'), false)).rejects.toThrow('ENOENT');
});

import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusals, toldAtMost } from './refusals.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-refusals-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const bad = (line: number) => ({ line, errors: { word: [`no ${line} 赌站`] } });
const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => bad(from + at));

async function allOf(refusals: Refusals): Promise<number[]> {
  const found: number[] = [];
  for await (const { line } of refusals.all()) found.push(line);
  return found;
}

it('goes on behind what was acknowledged, holds the first ones, and leaves nothing of a job that ended', async () => {
  const path = join(directory, 'job');
  const begun = new Refusals(path);
  begun.add(lines(1, toldAtMost));
  const acknowledged = begun.bytes;
  begun.add([bad(9_999)]);
  begun.close(true);
  appendFileSync(path, '{"line":');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = new Refusals(path);
  await again.resume(acknowledged);
  again.add(lines(2_000, 3));
  expect([again.count, again.first.length, again.first[0]]).toEqual([toldAtMost + 3, toldAtMost, bad(1)]);
  expect((await allOf(again)).slice(-4)).toEqual([toldAtMost, 2_000, 2_001, 2_002]);
  again.close(false);
  expect(existsSync(path)).toBe(false);
});

it('needs no place of its own for a job that nobody goes on with', async () => {
  const refusals = new Refusals(null);
  expect(await allOf(refusals)).toEqual([]);
  refusals.add(lines(1, 5));
  expect(await allOf(refusals)).toEqual([1, 2, 3, 4, 5]);
  refusals.close(false);
});

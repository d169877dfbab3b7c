import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxReportedRows, Rejections } from './rejections.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-rejections-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const bad = (line: number) => ({ line, errors: { word: [`no ${line} 赌站`] } });
const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => bad(from + at));

async function allOf(rejections: Rejections): Promise<number[]> {
  const found: number[] = [];
  for await (const { line } of rejections.all()) found.push(line);
  return found;
}

it('resumes after the acknowledged rows, holds the first ones, and deletes the file of a finished job', async () => {
  const path = join(directory, 'job');
  const begun = new Rejections(path);
  begun.add(lines(1, maxReportedRows));
  const acknowledged = begun.bytes;
  begun.add([bad(9_999)]);
  begun.close(true);
  appendFileSync(path, '{"line":');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = new Rejections(path);
  await again.resume(acknowledged);
  again.add(lines(2_000, 3));
  expect([again.count, again.first.length, again.first[0]]).toEqual([maxReportedRows + 3, maxReportedRows, bad(1)]);
  expect((await allOf(again)).slice(-4)).toEqual([maxReportedRows, 2_000, 2_001, 2_002]);
  again.close(false);
  expect(existsSync(path)).toBe(false);
});

it('needs no named file for a job that cannot be resumed', async () => {
  const rejections = new Rejections(null);
  expect(await allOf(rejections)).toEqual([]);
  rejections.add(lines(1, 5));
  expect(await allOf(rejections)).toEqual([1, 2, 3, 4, 5]);
  rejections.close(false);
});

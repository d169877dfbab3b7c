import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOwedMoves } from './deferred-transitions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-owed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openOwedMoves(folder, 'https://one.example');
const jobs = () => readdirSync(path.join(folder, 'jobs'));
const file = () => path.join(folder, 'jobs', jobs()[0] ?? '');
const among = (...records: string[]) => records.filter((record) => open().has(record));

test('what is owed is known to whoever comes next, to another server alone nothing', () => {
  const owed = open();
  owed.owe('a', 'b', 'c');
  owed.settle('b');
  owed.owe('d');
  expect(among('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  expect(openOwedMoves(folder, 'https://two.example').has('a')).toBe(false);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a change costs a line, however much is owed', () => {
  const owed = open();
  const records = Array.from({ length: 2_000 }, (_, at) => `record ${at}`);
  owed.owe(...records);
  const { ino, size } = statSync(file());
  for (const record of records.slice(0, 100)) owed.settle(record);
  const after = statSync(file());
  expect(after.ino).toBe(ino);
  expect(after.size - size).toBeLessThan(100 * 40);
  expect(among('record 99', 'record 100')).toEqual(['record 100']);
});

test('the file goes with the last that was owed, and comes back', () => {
  const owed = open();
  owed.owe('a');
  owed.settle('a');
  expect(jobs()).toEqual([]);
  owed.owe('b');
  owed.owe('c');
  expect(among('a', 'b', 'c')).toEqual(['b', 'c']);
});

test('a line that broke off is left out, and none is lost behind it', () => {
  open().owe('a', 'b');
  appendFileSync(file(), '{"settled":["a"');
  expect(among('a', 'b')).toEqual(['a', 'b']);
  open().owe('c');
  expect(among('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(2);
});

test('a plain list is read as what is owed', () => {
  open().owe('a');
  writeFileSync(file(), '["b","c"]');
  expect(among('a', 'b', 'c')).toEqual(['b', 'c']);
});

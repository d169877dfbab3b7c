import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDeferredTransitions } from './deferred-transitions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-deferred-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openDeferredTransitions(folder, 'https://one.example');
const jobs = () => readdirSync(path.join(folder, 'jobs'));
const file = () => path.join(folder, 'jobs', jobs()[0] ?? '');
const filterDeferred = (...records: string[]) => records.filter((record) => open().has(record));

test('stores deferred records per server, for later imports as well', () => {
  const deferred = open();
  deferred.add('a', 'b', 'c');
  deferred.remove('b');
  deferred.add('d');
  expect(filterDeferred('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  expect(openDeferredTransitions(folder, 'https://two.example').has('a')).toBe(false);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('appends one line per change, regardless of how many records are deferred', () => {
  const deferred = open();
  const records = Array.from({ length: 2_000 }, (_, at) => `record ${at}`);
  deferred.add(...records);
  const { ino, size } = statSync(file());
  for (const record of records.slice(0, 100)) deferred.remove(record);
  const after = statSync(file());
  expect(after.ino).toBe(ino);
  expect(after.size - size).toBeLessThan(100 * 40);
  expect(filterDeferred('record 99', 'record 100')).toEqual(['record 100']);
});

test('deletes the file after the last deferred record, and creates it again', () => {
  const deferred = open();
  deferred.add('a');
  deferred.remove('a');
  expect(jobs()).toEqual([]);
  deferred.add('b');
  deferred.add('c');
  expect(filterDeferred('a', 'b', 'c')).toEqual(['b', 'c']);
});

test('ignores an incomplete line without losing the lines after it', () => {
  open().add('a', 'b');
  appendFileSync(file(), '{"completed":["a"');
  expect(filterDeferred('a', 'b')).toEqual(['a', 'b']);
  open().add('c');
  expect(filterDeferred('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(2);
});

test('reads a plain list as deferred records', () => {
  open().add('a');
  writeFileSync(file(), '["b","c"]');
  expect(filterDeferred('a', 'b', 'c')).toEqual(['b', 'c']);
});

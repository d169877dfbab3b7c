import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/setup.mjs';
import { generate } from './generate.mjs';
import { snapshots } from './table.mjs';

test.each(snapshots)('$file matches the definitions', (snapshot) => {
  const committed = readFileSync(path.join(root, '.ci/snapshots', snapshot.file), 'utf8');
  expect(generate(root, snapshot), `.ci/snapshots/${snapshot.file} is out of date: npm run snapshots`).toBe(committed);
});

test('generate returns the output of a program', () => {
  const command = ['node', '-e', 'process.stdout.write("one\\ntwo\\n")'];
  expect(generate(root, { file: 'any.txt', command })).toBe('one\ntwo\n');
});

test('generate throws when the program fails', () => {
  expect(() => generate(root, { file: 'any.txt', command: ['node', '-e', 'process.exitCode = 3'] })).toThrow();
});

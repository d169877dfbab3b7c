import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFileText } from './input-file.ts';

it.each([
  ['\ufefffrom Windows\r\n', 'from Windows'],
  ['two\r\nlines\n\n', 'two\r\nlines\n'],
  ['inside \ufeff it stays', 'inside \ufeff it stays'],
])('reads %j without its byte order mark and final line break', (text, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'text');
  writeFileSync(file, text);
  expect(readFileText(`@${file}`, { t: (key) => key })).toBe(expected);
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJournal } from './journal.ts';

it('gives an interrupted job its keys again and a finished one new keys', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-journal-'));
  const first = openJournal(directory, ['server', 'file']);
  first.acknowledge(2);
  const again = openJournal(directory, ['server', 'file']);
  expect(again.done).toBe(2);
  expect(again.keyOf(2)).toBe(first.keyOf(2));
  expect(openJournal(directory, ['server', 'other']).done).toBe(0);
  expect([first.isResumed, again.isResumed]).toEqual([false, true]);
  expect(openJournal(directory, ['server', 'file'], -1).keyOf(2)).not.toBe(first.keyOf(2));
  again.finish();
  const fresh = openJournal(directory, ['server', 'file']);
  expect(fresh.done).toBe(0);
  expect(fresh.keyOf(2)).not.toBe(first.keyOf(2));
});

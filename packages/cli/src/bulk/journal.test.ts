import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJournal } from './journal.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-journal-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

it('returns the same keys for an interrupted job and new keys after it is finished', () => {
  const first = openJournal(directory, ['server', 'file']);
  first.acknowledge(2, { created: 9 });
  const again = openJournal(directory, ['server', 'file']);
  expect([again.done, again.reported, first.reported]).toEqual([2, { created: 9 }, undefined]);
  expect(again.keyOf(2)).toBe(first.keyOf(2));
  expect(openJournal(directory, ['server', 'other']).done).toBe(0);
  expect([first.isResumed, again.isResumed]).toEqual([false, true]);
  expect(openJournal(directory, ['server', 'file'], -1).keyOf(2)).not.toBe(first.keyOf(2));
  again.finish();
  const fresh = openJournal(directory, ['server', 'file']);
  expect(fresh.done).toBe(0);
  expect(fresh.keyOf(2)).not.toBe(first.keyOf(2));
});

it('expires a fixed time after the first call, regardless of later runs', () => {
  const own = join(directory, 'own');
  openJournal(own, ['call']);
  const [stored = ''] = readdirSync(join(own, 'jobs'));
  const begun = new Date(2_026, 0, 1);
  utimesSync(join(own, 'jobs', stored), begun, begun);
  expect(openJournal(own, ['call']).isResumed).toBe(true);
  expect(statSync(join(own, 'jobs', stored)).mtimeMs).toBe(begun.getTime());
  expect(openJournal(own, ['call'], 1_000).isResumed).toBe(false);
});

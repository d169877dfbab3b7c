import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskGuard } from './disk-guard.ts';

let folder: string;
let reserve: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-guard-'));
  reserve = path.join(folder, 'reserve');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the reserve occupies disk space from the start', () => {
  const guard = createDiskGuard(folder);
  expect(guard.isNearlyFull()).toBe(false);
  const { size, blocks } = statSync(reserve);
  expect(size).toBe(16 * 1024 * 1024);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});

test('the reserve is released when a write fails, and recreated when there is space', async () => {
  const guard = createDiskGuard(folder);
  guard.onFull();
  expect(existsSync(reserve)).toBe(false);
  expect(guard.isNearlyFull()).toBe(true);
  expect(await guard.recover()).toBe(true);
  expect(guard.isNearlyFull()).toBe(false);
  expect(statSync(reserve).size).toBe(16 * 1024 * 1024);
});

test('a reserve that cannot be removed does not fail the call that was rejected', async () => {
  const guard = createDiskGuard(folder);
  rmSync(reserve);
  mkdirSync(reserve);
  expect(() => guard.onFull()).not.toThrow();
  expect(guard.isNearlyFull()).toBe(true);
  expect(await guard.recover()).toBe(false);
});

test('constant rejections do not prevent the check for space', async () => {
  const guard = createDiskGuard(folder);
  guard.onFull();
  const until = performance.now() + 60_000;
  while (guard.isNearlyFull() && performance.now() < until) {
    guard.onFull();
    await delay(50);
  }
  expect(guard.isNearlyFull()).toBe(false);
});

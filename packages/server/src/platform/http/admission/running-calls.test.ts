import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

test('allows eight running calls per caller, and another one when a call ends', () => {
  const running = createRunningCalls(100, () => 0);
  const leaves = Array.from({ length: 8 }, () => running.enter(7));
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ problem: 'tooMany' }));
  running.enter(8);
  leaves[0]?.();
  running.enter(7);
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ problem: 'tooMany' }));
});

test('counts callers without an id only for the limit of the process', () => {
  const running = createRunningCalls(20, () => 0);
  const leaves = Array.from({ length: 20 }, () => running.enter(0));
  expect(() => running.enter(0)).toThrow(expect.objectContaining({ problem: 'busy' }));
  expect(() => running.enter(1)).toThrow(expect.objectContaining({ problem: 'busy' }));
  for (const done of leaves) done();
  running.enter(1);
});

test('reports the calls that ended in a second during that second and the next', () => {
  let now = 0;
  const running = createRunningCalls(300, () => now);
  const leaves = Array.from({ length: 30 }, () => running.enter(0));
  for (const done of leaves.splice(0, 20)) done();
  expect([running.count(), running.endedPerSecond()]).toEqual([10, 20]);
  now = 1_000;
  leaves.shift()?.();
  expect(running.endedPerSecond()).toBe(20);
  now = 2_000;
  expect(running.endedPerSecond()).toBe(1);
  now = 5_000;
  expect(running.endedPerSecond()).toBe(0);
});

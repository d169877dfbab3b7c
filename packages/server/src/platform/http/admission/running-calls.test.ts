import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

test('a person has eight calls running at most, and one that ends makes room', () => {
  const running = createRunningCalls(100, () => 0);
  const leave = Array.from({ length: 8 }, () => running.enter(7));
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ problem: 'tooMany' }));
  running.enter(8);
  leave[0]?.();
  running.enter(7);
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ problem: 'tooMany' }));
});

test('a caller without an id is not counted by person, but by process', () => {
  const running = createRunningCalls(20, () => 0);
  const leave = Array.from({ length: 20 }, () => running.enter(0));
  expect(() => running.enter(0)).toThrow(expect.objectContaining({ problem: 'busy' }));
  expect(() => running.enter(1)).toThrow(expect.objectContaining({ problem: 'busy' }));
  for (const done of leave) done();
  running.enter(1);
});

test('how many ended in a second is known in that second and the next', () => {
  let now = 0;
  const running = createRunningCalls(300, () => now);
  const leave = Array.from({ length: 30 }, () => running.enter(0));
  for (const done of leave.splice(0, 20)) done();
  expect([running.count(), running.endedPerSecond()]).toEqual([10, 20]);
  now = 1_000;
  leave.shift()?.();
  expect(running.endedPerSecond()).toBe(20);
  now = 2_000;
  expect(running.endedPerSecond()).toBe(1);
  now = 5_000;
  expect(running.endedPerSecond()).toBe(0);
});

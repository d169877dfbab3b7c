import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

test('a person has eight calls running at most, and one that ends makes room', () => {
  const running = createRunningCalls(100, () => 0);
  const leave = Array.from({ length: 8 }, () => running.enter(7));
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ fault: 'tooMany' }));
  running.enter(8);
  leave[0]?.();
  running.enter(7);
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ fault: 'tooMany' }));
});

test('nobody is not counted by person, but by the process', () => {
  const running = createRunningCalls(20, () => 0);
  const leave = Array.from({ length: 20 }, () => running.enter(0));
  expect(() => running.enter(0)).toThrow(expect.objectContaining({ fault: 'busy' }));
  expect(() => running.enter(1)).toThrow(expect.objectContaining({ fault: 'busy' }));
  for (const done of leave) done();
  running.enter(1);
});

test('what comes at once is taken on; after that no more may wait than are done in a moment', () => {
  let now = 0;
  const running = createRunningCalls(300, () => now);
  const leave = Array.from({ length: 256 }, () => running.enter(0));
  expect(running.hasRoom()).toBe(false);
  for (const done of leave.splice(0, 200)) done();
  // 200 a second are done, so 80 may wait; 56 do.
  for (let n = 0; n < 24; n += 1) leave.push(running.enter(0));
  expect(() => running.enter(0)).toThrow(expect.objectContaining({ fault: 'busy' }));
  now = 5_000;
  for (const done of leave.splice(0, 48)) done();
  expect(running.hasRoom()).toBe(false);
  leave.shift()?.();
  expect(running.hasRoom()).toBe(true);
  for (const done of leave.splice(0, 23)) done();
  for (let n = 0; n < 248; n += 1) running.enter(0);
  expect(running.hasRoom()).toBe(true);
});

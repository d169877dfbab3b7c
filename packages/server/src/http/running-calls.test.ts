import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

test('a person has eight calls running at most, and one that ends makes room', () => {
  const running = createRunningCalls(100);
  const leave = Array.from({ length: 8 }, () => running.enter(7));
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ fault: 'tooMany' }));
  running.enter(8);
  leave[0]?.();
  running.enter(7);
  expect(() => running.enter(7)).toThrow(expect.objectContaining({ fault: 'tooMany' }));
});

test('nobody is not counted by person, but by the process', () => {
  const running = createRunningCalls(20);
  const leave = Array.from({ length: 20 }, () => running.enter(0));
  expect(() => running.enter(0)).toThrow(expect.objectContaining({ fault: 'busy' }));
  expect(() => running.enter(1)).toThrow(expect.objectContaining({ fault: 'busy' }));
  for (const done of leave) done();
  running.enter(1);
});

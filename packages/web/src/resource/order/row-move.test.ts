import { expect, it } from 'vitest';
import { sourceOf } from './row-move.ts';

it.each([
  [1, 3, 'acdbe'],
  [3, 1, 'adbce'],
  [0, 4, 'bcdea'],
  [4, 0, 'eabcd'],
  [2, 2, 'abcde'],
])('a row that goes from %i to %i leaves all others in their order', (from, to, expected) => {
  const shown = [...'abcde'].map((_letter, index) => 'abcde'[sourceOf(index, { from, to })]);
  expect(shown.join('')).toBe(expected);
});

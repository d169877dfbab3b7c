import { expect, it } from 'vitest';
import { getSourceIndex, isLost } from './use-row-order.ts';

it.each([
  [1, 3, 'acdbe'],
  [3, 1, 'adbce'],
  [0, 4, 'bcdea'],
  [4, 0, 'eabcd'],
  [2, 2, 'abcde'],
])('a row that goes from %i to %i leaves all others in their order', (from, to, expected) => {
  const shown = [...'abcde'].map((_letter, index) => 'abcde'[getSourceIndex(index, { from, to })]);
  expect(shown.join('')).toBe(expected);
});

const rows = (ids: readonly (number | null)[]) => ({
  count: ids.length,
  at: (index: number) => (ids[index] == null ? undefined : { id: ids[index] }),
});

it.each([
  ['stands where it was', [1, 2, 3], false],
  ['stands elsewhere', [9, 1, 2], true],
  ['is gone', [1, 3, 4], true],
  ['was the last, and is gone', [1], true],
  ['is out of reach in a long list', [1, null, 3], false],
])('a move is lost when its record is no longer there: it %s', (_what, ids, lost) => {
  expect(isLost({ id: 2, from: 1 }, rows(ids))).toBe(lost);
});

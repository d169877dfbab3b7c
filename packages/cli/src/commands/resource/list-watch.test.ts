import { expect, it } from 'vitest';
import { diffLists } from './list-watch.ts';

const [one, two] = [
  { id: 1, word: 'a' },
  { id: 2, word: 'b' },
];
const before = new Map([one, two].map((record) => [record.id, record]));
const reported = (items: readonly Record<string, unknown>[], nextCursor: string | null = null, known = true) =>
  diffLists(known ? before : null, { items, nextCursor }).map(({ change, record }) => `${change} ${record.id}`);

it('reports all records first, and then only added, changed and removed ones', () => {
  expect(reported([one, two], null, false)).toEqual(['present 1', 'present 2']);
  expect(reported([one, two])).toEqual([]);
  expect(reported([{ id: 3 }, { ...one, word: 'c' }])).toEqual(['gone 2', 'added 3', 'changed 1']);
});

it('does not report a record as removed when it may be on the next page', () => {
  expect(reported([one], 'more')).toEqual([]);
});

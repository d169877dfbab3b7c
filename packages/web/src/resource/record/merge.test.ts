import { expect, test } from 'vitest';
import { chooseStartingSides, listChangedNames, mergeRows, mergeSides } from './merge.ts';

const base = { word: '赌博', level: '2', scope: ['prompt'], remark: null };
const names = Object.keys(base);

test('omits a field that neither user changed', () => {
  expect(mergeRows(base, base, { ...base }, names)).toEqual([]);
});

test('keeps changes to different fields without a question', () => {
  const mine = { ...base, level: '3' };
  const theirs = { ...base, remark: 'seen' };
  const rows = mergeRows(base, mine, theirs, names);
  expect(rows.map((row) => [row.name, row.clash])).toEqual([
    ['level', false],
    ['remark', false],
  ]);
  expect(mergeSides(mine, rows, chooseStartingSides(rows))).toEqual({ ...base, level: '3', remark: 'seen' });
});

test('reports a clash for a field that both users changed, and keeps the typed value by default', () => {
  const mine = { ...base, word: '赌钱' };
  const theirs = { ...base, word: '博彩' };
  const rows = mergeRows(base, mine, theirs, names);
  expect(rows).toEqual([{ name: 'word', base: '赌博', mine: '赌钱', theirs: '博彩', clash: true }]);
  expect(mergeSides(mine, rows, chooseStartingSides(rows)).word).toBe('赌钱');
  expect(mergeSides(mine, rows, { word: 'theirs' }).word).toBe('博彩');
});

test('reports no clash when both users made the same change', () => {
  const both = { ...base, scope: ['prompt', 'output'] };
  const rows = mergeRows(base, both, { ...both, scope: [...both.scope] }, names);
  expect(rows.map((row) => row.clash)).toEqual([false]);
});

test('compares lists by content and treats absent values as empty', () => {
  expect(listChangedNames(base, { word: '赌博', level: '2', scope: ['prompt'] }, names)).toEqual([]);
  expect(listChangedNames(base, { ...base, scope: [] }, names)).toEqual(['scope']);
});

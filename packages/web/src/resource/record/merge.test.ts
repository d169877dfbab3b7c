import { expect, test } from 'vitest';
import { chooseStartingSides, listChangedNames, mergeRows, mergeSides } from './merge.ts';

const base = { word: '赌博', level: '2', scope: ['prompt'], remark: null };
const names = Object.keys(base);

test('a field that neither user changed is not listed', () => {
  expect(mergeRows(base, base, { ...base }, names)).toEqual([]);
});

test('changes to different fields are both kept without a question', () => {
  const mine = { ...base, level: '3' };
  const theirs = { ...base, remark: 'seen' };
  const rows = mergeRows(base, mine, theirs, names);
  expect(rows.map((row) => [row.name, row.clash])).toEqual([
    ['level', false],
    ['remark', false],
  ]);
  expect(mergeSides(mine, rows, chooseStartingSides(rows))).toEqual({ ...base, level: '3', remark: 'seen' });
});

test('a field that both changed is a clash, and what was typed stays until one decides', () => {
  const mine = { ...base, word: '赌钱' };
  const theirs = { ...base, word: '博彩' };
  const rows = mergeRows(base, mine, theirs, names);
  expect(rows).toEqual([{ name: 'word', base: '赌博', mine: '赌钱', theirs: '博彩', clash: true }]);
  expect(mergeSides(mine, rows, chooseStartingSides(rows)).word).toBe('赌钱');
  expect(mergeSides(mine, rows, { word: 'theirs' }).word).toBe('博彩');
});

test('the same change made by both is no clash', () => {
  const both = { ...base, scope: ['prompt', 'output'] };
  const rows = mergeRows(base, both, { ...both, scope: [...both.scope] }, names);
  expect(rows.map((row) => row.clash)).toEqual([false]);
});

test('lists are compared by what they hold, and absent is empty', () => {
  expect(listChangedNames(base, { word: '赌博', level: '2', scope: ['prompt'] }, names)).toEqual([]);
  expect(listChangedNames(base, { ...base, scope: [] }, names)).toEqual(['scope']);
});

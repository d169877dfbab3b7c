import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupProblems } from './import-errors.tsx';

const why = (_line: number, _name: string, reported: readonly string[]) => reported.join(' ');

it('lists each problem once, the most frequent first, with problems of items under their field', () => {
  const errors = [
    { line: 2, errors: { word: ['taken'] } },
    { line: 3, errors: { level: ['unknown'], word: ['taken'] } },
    { line: 4, errors: { 'level.0': ['unknown'], 'level.1': ['unknown'] } },
    { line: 9, errors: { level: ['unknown'] } },
  ];
  expect(groupProblems(errors, why)).toEqual([
    { name: 'level', why: 'unknown', lines: [3, 4, 9] },
    { name: 'word', why: 'taken', lines: [2, 3] },
  ]);
});

it('keeps every invalid line', () => {
  const reasons = fc.dictionary(fc.constantFrom('word', 'level', 'note'), fc.constantFrom(['taken'], ['unknown']));
  fc.assert(
    fc.property(fc.array(reasons), (each) => {
      const errors = each.map((errors, at) => ({ line: at + 2, errors }));
      const groups = groupProblems(errors, why);
      const count = each.reduce((sum, one) => sum + Object.keys(one).length, 0);
      expect(groups.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(count);
    }),
  );
});

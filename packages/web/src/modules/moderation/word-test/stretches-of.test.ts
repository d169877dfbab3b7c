import type { WordHit } from '@gantry/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRanges } from './test-result.tsx';

const hit = (start: number, end: number, word = 'w'): WordHit => ({
  wordId: 1,
  word,
  start,
  end,
  category: 'ad',
  level: 3,
  action: 'block',
  match: 'contains',
  allowed: false,
});

test('splits a text where matches start and end', () => {
  const shown = toRanges('请加微信号领红包', [hit(1, 4), hit(3, 5, 'v')]);
  expect(shown.map(({ text, hits }) => [text, hits.length])).toEqual([
    ['请', 0],
    ['加微', 1],
    ['信', 2],
    ['号', 1],
    ['领红包', 0],
  ]);
});

test('neither loses nor repeats text, whatever the matches are', () => {
  const place = fc.tuple(fc.nat(12), fc.nat(12)).map(([a, b]) => hit(Math.min(a, b), Math.max(a, b)));
  fc.assert(
    fc.property(fc.string({ maxLength: 10 }), fc.array(place, { maxLength: 5 }), (text, hits) => {
      const shown = toRanges(text, hits);
      expect(shown.map((range) => range.text).join('')).toBe(text);
    }),
  );
});

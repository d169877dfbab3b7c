import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeKeywordScore } from '../recall/recall-chunks.ts';
import { createMarkedExcerpt } from '../recall/shown-hit.ts';
import { readQuestions } from './read-questions.ts';

const marked = (text: string, words: readonly string[]) => {
  const { text: shown, marks } = createMarkedExcerpt(text, words);
  return marks.map(([from, to]) => shown.slice(from, to));
};

it('marks words regardless of case and width and joins adjacent marks', () => {
  expect(marked('忘记密码时，重置密码即可', ['重置', '置密', '密码'])).toEqual(['密码', '重置密码']);
  expect(marked('Ｒeset the PASSWORD', ['reset', 'password'])).toEqual(['Ｒeset', 'PASSWORD']);
  expect(marked(`${'前言。'.repeat(400)}退款说明`, ['退款'])).toEqual(['退款']);
});

it('keeps marks ordered, separate and within the excerpt for any text', () => {
  const word = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'İ', '㎏', '汉', '😀', ' ', '\n') });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 400 }), fc.array(word, { maxLength: 5 }), (parts, words) => {
      const { text, marks } = createMarkedExcerpt(parts.join(''), words);
      expect(text.isWellFormed()).toBe(true);
      let end = -1;
      for (const [from, to] of marks) {
        expect(from).toBeGreaterThan(end);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        end = to;
      }
    }),
    { numRuns: 50 },
  );
});

it('scores a text by its share of the query words and weights rare words higher', () => {
  const terms = [
    { word: '重置', prefix: false, weight: 5 },
    { word: 'pass', prefix: true, weight: 3 },
    { word: 'the', prefix: false, weight: 1 },
  ];
  const score = (text: string) => computeKeywordScore(text, terms, text.length).score;
  expect(score('重置 the passwords')).toBeCloseTo(1, 5);
  expect(score('重置')).toBeGreaterThan(score('passwords'));
  expect(computeKeywordScore('other compass', terms, 10)).toEqual({ score: 0, words: [] });
});

it('reads questions from a CSV with quotes, a header and several answers', () => {
  const csv = '\uFEFF问题,应命中\r\n"会员, ""到期""",12；#13\n\n退款\t帮助.md\n只有问题';
  expect(readQuestions(csv)).toEqual([
    { query: '会员, "到期"', expected: ['12', '13'] },
    { query: '退款', expected: ['帮助.md'] },
    { query: '只有问题', expected: [] },
  ]);
});

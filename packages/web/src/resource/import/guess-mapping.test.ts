import { choice, integer, secret, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { createFirstMapping, guessMapping, isLikelyHeading, listUnfilled } from './guess-mapping.ts';

const fields = {
  phrase: text({ zh: '短语', en: 'Phrase' }, { required: true }),
  bgColor: text({ zh: '背景色', en: 'Background' }),
  sort: integer({ zh: '排序', en: 'Order' }, { required: true, default: 100 }),
  level: choice({ zh: '级别', en: 'Level' }, { low: { zh: '低', en: 'Low' } }, { required: true }),
};

test.each([
  ['names', ['phrase', 'bgColor', 'sort'], ['phrase', 'bgColor', 'sort']],
  ['other spellings of names', ['PHRASE', 'bg_color', ' bg-colour '], ['phrase', 'bgColor', null]],
  ['Chinese words', ['短语', '背景色', '未知'], ['phrase', 'bgColor', null]],
  ['English words with marks', ['Phrase *', 'Order:', 'Background'], ['phrase', 'sort', 'bgColor']],
  ['the same field twice', ['phrase', '短语'], ['phrase', null]],
])('reads headings by %s', (_name, headings, expected) => {
  expect(guessMapping(headings, fields)).toEqual(expected);
});

test('a first row without a name of a field is data', () => {
  expect(isLikelyHeading(['赌博', '3'], fields)).toBe(false);
  expect(isLikelyHeading(['短语', '3'], fields)).toBe(true);
});

test('names the required fields that nothing fills', () => {
  expect(listUnfilled(['phrase'], fields)).toEqual(['level']);
  expect(listUnfilled(['phrase', 'level', null], fields)).toEqual([]);
});

test('a file without headings begins with the title, or with what alone must be there', () => {
  const keys = { name: text({ zh: '名称', en: 'Name' }), key: secret({ zh: '密钥', en: 'Key' }, { required: true }) };
  const raw = (count: number) => ({ headed: false, headings: Array.from({ length: count }, (_, at) => String(at)) });
  expect(createFirstMapping(raw(1), keys, 'name')).toEqual(['key']);
  expect(createFirstMapping(raw(2), keys, 'name')).toEqual(['key', 'name']);
  expect(createFirstMapping(raw(1), fields, 'phrase')).toEqual(['phrase']);
  expect(createFirstMapping({ headed: true, headings: ['名称'] }, keys, 'name')).toEqual(['name']);
});

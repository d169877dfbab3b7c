import { expect, it } from 'vitest';
import { createTranslator } from './translator.ts';

it.each([
  [1, '1 line is read, 2 more'],
  ['1', '1 line is read, 2 more'],
  [0, '0 lines are read, 2 more'],
  ['1,204', '1,204 lines are read, 2 more'],
])('says a count of %s with the noun that fits it', (rows, said) => {
  const words = { read: '{{rows, line is|lines are}} read, {{count}} more' };
  expect(createTranslator<'read'>('en-US', words)('read', { rows, count: 2 })).toBe(said);
});

it('says a count alone where its words have one form', () => {
  const words = { read: '{{rows}} 行', of: '{{done}} / {{rows, line, at least|lines}}' };
  const t = createTranslator<'read' | 'of'>('en-US', words);
  expect([t('read', { rows: 1 }), t('of', { done: 0, rows: 1 })]).toEqual(['1 行', '0 / 1 line, at least']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTsvText, guardFormula } from '../fields/index.ts';
import { unescapeCell, unguardFormula } from './cell-text.ts';

test.each(["'=1+1", "''@x", 'a\\u{1b}b', '\\u{5c}u{0}', '\u001b[31m', "'", "it's", '-5'])(
  'gives %j back as it was',
  (text) => {
    expect(unguardFormula(guardFormula(text))).toBe(text);
  },
);

test('restores any text', () => {
  const parts = [
    "'",
    '=',
    '-',
    '＋',
    '\t',
    ' ',
    '\\',
    'u{1b}',
    'u{5c}',
    'u{',
    '}',
    '\u001b',
    '\0',
    'x',
    '\n',
    '甲',
    '😀',
  ];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''));
  fc.assert(fc.property(text, (given) => unguardFormula(guardFormula(given)) === given));
  fc.assert(
    fc.property(text, (given) => unescapeCell(formatTsvText(given)) === given && !/[\t\n]/.test(formatTsvText(given))),
  );
});

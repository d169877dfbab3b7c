import { expect, it } from 'vitest';
import { admins, defineResource, everyone } from '../definition/index.ts';
import { byteCount, integer, money } from './kinds/integer.ts';
import { formatTotals } from './totals.ts';

it('formatTotals formats totals like the values of their columns', () => {
  const label = { zh: '甲', en: 'A' };
  const thing = defineResource({
    name: 'thing',
    path: '/things',
    title: 'rows',
    label,
    fields: { rows: integer(label), size: integer(label, byteCount), paid: money(label) },
    list: { columns: ['rows'], totals: ['rows', 'size', 'paid'], sort: '-id' },
    access: { list: everyone, delete: admins },
  });
  const summary = { rows: 38_966, size: 34_795_520, paid: 770_637 };
  expect(formatTotals(thing, summary, { locale: 'en-US' }).map(({ text }) => text)).toEqual([
    '38,966',
    '33.2 MB',
    '¥7,706.37',
  ]);
  expect(formatTotals(thing, null, { locale: 'en-US' })).toEqual([]);
  const perCurrency = [
    { currency: 'CNY', amount: 1200 },
    { currency: 'USD', amount: 300 },
  ];
  const getTexts = (paid: typeof perCurrency) => formatTotals(thing, { paid }, { locale: 'en-US', currency: 'USD' });
  expect(getTexts(perCurrency).map(({ text }) => text)).toEqual(['¥12.00 + $3.00']);
  expect(getTexts([]).map(({ text }) => text)).toEqual(['$0.00']);
});

import { expect, it } from 'vitest';
import { getVisibleValues, isFieldVisible, selectVisibleFields } from './asked-fields.ts';
import { boolean } from './kinds/boolean.ts';
import { choice } from './kinds/choice.ts';
import { integer } from './kinds/integer.ts';

const label = { zh: '甲', en: 'A' };
const fields = {
  kind: choice(label, { coin: label, compute: label, mixed: label }),
  coin: integer(label, { default: 0, visibleWhen: { kind: ['coin', 'mixed'] } }),
  compute: integer(label, { default: 0, visibleWhen: { kind: ['compute', 'mixed'] } }),
  isFree: boolean(label),
  price: integer(label, { visibleWhen: { isFree: ['false'] } }),
};
const visibleNames = (values: Record<string, unknown>) => Object.keys(selectVisibleFields(fields, values));

it.each([
  [{ kind: 'coin', isFree: false }, ['kind', 'coin', 'isFree', 'price']],
  [{ kind: 'mixed', isFree: true }, ['kind', 'coin', 'compute', 'isFree']],
  [{ kind: null, isFree: null }, ['kind', 'isFree']],
])('selectVisibleFields selects for %o the fields %o', (values, names) => {
  expect(visibleNames(values)).toEqual(names);
});

it('isFieldVisible accepts a field whose condition refers to a field that the form does not have', () => {
  expect(isFieldVisible(fields.coin, { coin: fields.coin }, {})).toBe(true);
});

it('getVisibleValues keeps the start value of a hidden field', () => {
  const start = { kind: 'coin', coin: 0, compute: 0, isFree: false, price: null };
  expect(getVisibleValues(fields, { ...start, kind: 'compute', coin: 30, compute: 5, price: 9 }, start)).toEqual({
    ...start,
    kind: 'compute',
    compute: 5,
    price: 9,
  });
});

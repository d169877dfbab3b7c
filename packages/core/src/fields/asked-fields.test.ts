import { expect, it } from 'vitest';
import { getRequestedValues, isRequested, selectFields } from './asked-fields.ts';
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
const askedWith = (values: Record<string, unknown>) => Object.keys(selectFields(fields, values));

it.each([
  [{ kind: 'coin', isFree: false }, ['kind', 'coin', 'isFree', 'price']],
  [{ kind: 'mixed', isFree: true }, ['kind', 'coin', 'compute', 'isFree']],
  [{ kind: null, isFree: null }, ['kind', 'isFree']],
])('asks with %o for %o', (values, names) => {
  expect(askedWith(values)).toEqual(names);
});

it('asks for a field where no one can choose what it goes with', () => {
  expect(isRequested(fields.coin, { coin: fields.coin }, {})).toBe(true);
});

it('gives what went out of sight as it was', () => {
  const start = { kind: 'coin', coin: 0, compute: 0, isFree: false, price: null };
  expect(getRequestedValues(fields, { ...start, kind: 'compute', coin: 30, compute: 5, price: 9 }, start)).toEqual({
    ...start,
    kind: 'compute',
    compute: 5,
    price: 9,
  });
});

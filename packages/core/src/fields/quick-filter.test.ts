import { expect, it } from 'vitest';
import { type AnyResource, everyone } from '../definition/index.ts';
import { state } from './kinds/choice.ts';
import { date, time } from './kinds/date.ts';
import { text } from './kinds/text.ts';
import { resolveQuickFilter } from './quick-filter.ts';

const label = { zh: '物', en: 'Thing' };
const thing: AnyResource = {
  name: 'thing',
  path: '/things',
  title: 'name',
  label,
  fields: {
    name: text(label),
    endsAt: time(label),
    endsOn: date(label),
    status: state(label, { on: { ...label, tone: 'good' } }),
  },
  list: { columns: ['name'], filters: ['endsAt', 'endsOn', 'status'], sort: '-id' },
  access: { list: everyone },
};
const zone = 'Asia/Shanghai';
const utc = (words: string) => Date.parse(`${words}Z`);
const at = utc('2026-03-01T17:30:00');

it('resolveQuickFilter spans full days in the time zone, including the last one', () => {
  const week = { label, where: { status: ['on'], endsAt: { days: { from: 0, to: 6 } } } };
  const span = { from: utc('2026-03-01T16:00:00'), to: utc('2026-03-08T16:00:00') - 1 };
  expect(resolveQuickFilter(thing, week, at, zone)).toEqual({ status: ['on'], endsAt: span });
  expect(resolveQuickFilter(thing, week, at + 3_600_000, zone)).toEqual(resolveQuickFilter(thing, week, at, zone));
  expect(resolveQuickFilter(thing, week, at, 'UTC')).not.toEqual(resolveQuickFilter(thing, week, at, zone));
});

it('resolveQuickFilter omits a missing bound and uses dates for date fields', () => {
  const before = { label, where: { endsOn: { days: { to: -1 } }, endsAt: { from: 5 } } };
  expect(resolveQuickFilter(thing, before, at, zone)).toEqual({ endsOn: { to: '2026-03-01' }, endsAt: { from: 5 } });
});

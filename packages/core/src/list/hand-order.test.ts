import { expect, it } from 'vitest';
import { type AnyResource, defineResource, everyone } from '../definition/index.ts';
import { integer, text } from '../fields/index.ts';
import { placingIn } from './hand-order.ts';
import { initialListState } from './list-state.ts';

const label = { zh: '甲', en: 'A' };
const listed = (within?: string) =>
  defineResource({
    name: 'thing',
    path: '/things',
    title: 'name',
    label,
    fields: { name: text(label), group: integer(label), rank: integer(label) },
    list: { columns: ['name'], filters: ['group', 'name'], sortable: ['rank'], sort: 'rank' },
    access: { list: everyone },
    actions: { put: { on: 'record', label, roles: everyone, orders: { by: 'rank', ...(within ? { within } : {}) } } },
  }) as AnyResource;
const all = initialListState();

it.each([
  ['the order as it is', listed(), all, true],
  ['sorted by it outright', listed(), { ...all, sort: { field: 'rank', order: 'asc' as const } }, true],
  ['the other way round', listed(), { ...all, sort: { field: 'rank', order: 'desc' as const } }, false],
  ['another order', listed(), { ...all, sort: { field: 'id', order: 'asc' as const } }, false],
  ['a search', listed(), { ...all, keyword: 'x' }, false],
  ['some of it only', listed(), { ...all, filters: { group: [1] } }, false],
  ['all groups at once', listed('group'), all, false],
  ['one group', listed('group'), { ...all, filters: { group: [1] } }, true],
  ['two groups', listed('group'), { ...all, filters: { group: [1, 2] } }, false],
  ['one group, but not all of it', listed('group'), { ...all, filters: { group: [1], name: 'a' } }, false],
])('%s: %#', (_what, resource, state, may) => {
  expect(placingIn(resource, state) !== null).toBe(may);
});

it('a resource without an order by hand has none', () => {
  const { actions: _none, ...rest } = listed();
  expect(placingIn(rest, all)).toBeNull();
});

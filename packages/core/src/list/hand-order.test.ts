import { expect, it } from 'vitest';
import { type AnyResource, defineResource, everyone } from '../definition/index.ts';
import { integer, text } from '../fields/index.ts';
import { findOrderBlocker, getManualOrderOfList } from './hand-order.ts';
import { createListState } from './list-state.ts';

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
const all = createListState();

it.each([
  ['the default sort', listed(), all, null],
  ['an explicit sort by the order', listed(), { ...all, sort: { field: 'rank', order: 'asc' as const } }, null],
  ['the descending order', listed(), { ...all, sort: { field: 'rank', order: 'desc' as const } }, 'sort'],
  ['another order', listed(), { ...all, sort: { field: 'id', order: 'asc' as const } }, 'sort'],
  ['a search', listed(), { ...all, keyword: 'x' }, 'search'],
  ['a filter', listed(), { ...all, filters: { group: [1] } }, 'filters'],
  ['all groups', listed('group'), all, 'group'],
  ['one group', listed('group'), { ...all, filters: { group: [1] } }, null],
  ['two groups', listed('group'), { ...all, filters: { group: [1, 2] } }, 'group'],
  ['one group with another filter', listed('group'), { ...all, filters: { group: [1], name: 'a' } }, 'filters'],
])('findOrderBlocker and getManualOrderOfList for %s (%#)', (_case, resource, state, blocker) => {
  expect(findOrderBlocker(resource, state)).toBe(blocker);
  expect(getManualOrderOfList(resource, state) !== null).toBe(blocker === null);
});

it('findOrderBlocker and getManualOrderOfList return null without a manual order', () => {
  const { actions: _none, ...rest } = listed();
  expect(getManualOrderOfList(rest, all)).toBeNull();
  expect(findOrderBlocker(rest, { ...all, keyword: 'x' })).toBeNull();
});

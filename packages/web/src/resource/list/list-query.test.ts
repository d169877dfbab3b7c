import { createListState, defineResource, everyone, listQuerySchema, plainLook, state, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { countScrolledRows, filterReachableBlocks, listBody, listNeededBlocks } from './list-query.ts';

const thing = defineResource({
  name: 'thing',
  path: '/things',
  title: 'name',
  label: { zh: '东西', en: 'Thing' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }),
    note: text({ zh: '说明', en: 'Note' }),
    status: state({ zh: '状态', en: 'Status' }, { on: { zh: '开', en: 'On' } }),
  },
  list: { columns: ['note'], sort: '-id' },
  access: { list: everyone },
});
const start = createListState();

test('asks for the columns shown, the title and the state, and nothing twice', () => {
  const body = listBody(thing, 'user', start, plainLook, ['note', 'id', 'status']);
  expect(body).toEqual({ pageSize: 20, columns: ['note', 'status', 'name'] });
  expect(listQuerySchema.safeParse(body).success).toBe(true);
});

test('asks for no column that the role may not read, the title included', () => {
  const fields = { ...thing.fields, name: text({ zh: '名称', en: 'Name' }, { personal: true }) };
  const body = listBody({ ...thing, fields }, 'user', start, plainLook, ['name', 'note']);
  expect(body.columns).toEqual(['note', 'status']);
  expect(listBody({ ...thing, fields }, 'admin', start, plainLook, ['note']).columns).toContain('name');
});

test('sends what narrows and sorts only when there is something', () => {
  const narrowed = {
    ...start,
    keyword: '微信',
    filters: { note: ['a'] },
    sort: { field: 'id', order: 'asc' } as const,
  };
  const body = listBody(thing, 'user', narrowed, { ...plainLook, flow: 'scroll' }, ['note']);
  expect(body).toMatchObject({
    pageSize: 100,
    keyword: '微信',
    filters: { note: ['a'] },
    sort: [{ field: 'id', order: 'asc' }],
  });
  expect(listQuerySchema.safeParse(body).success).toBe(true);
});

test('a list in pages needs its page, a scrolled one the blocks in sight', () => {
  expect(listNeededBlocks({ ...start, page: 7 }, plainLook, 0, 20)).toEqual([6]);
  const scroll = { ...plainLook, flow: 'scroll' } as const;
  expect(listNeededBlocks(start, scroll, 0, 0)).toEqual([0]);
  expect(listNeededBlocks(start, scroll, 190, 215)).toEqual([1, 2]);
  expect(listNeededBlocks(start, scroll, 999_980, 1_000_000)).toEqual([9999]);
});

test('a block that has no key yet is reached through those before it', () => {
  const counted = (block: number) => block <= 100;
  expect(filterReachableBlocks([5, 6], counted)).toEqual([5, 6]);
  expect(filterReachableBlocks([102], counted)).toEqual([100, 101, 102]);
  expect(filterReachableBlocks([0], () => false)).toEqual([0]);
});

test.each([
  ['a list that was counted', 530, false, { block: 5, rows: 30, more: false }, 530],
  ['a capped list before anything past the cap was seen', 10_000, true, { block: 0, rows: 100, more: true }, 10_000],
  ['a capped list, further on', 10_000, true, { block: 101, rows: 100, more: true }, 10_400],
  ['a capped list whose end was seen', 10_000, true, { block: 104, rows: 50, more: false }, 10_450],
])('%s has so many rows to scroll through', (_name, total, capped, furthest, rows) => {
  expect(countScrolledRows(total, capped, 100, furthest)).toBe(rows);
});

import { createListState, defaultLook, defineResource, everyone, listQuerySchema, state, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { countScrolledRows, createListBody, filterReachableBlocks, listNeededBlocks } from './list-query.ts';

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

test('requests the visible columns, the title and the state, each once', () => {
  const body = createListBody(thing, 'user', start, defaultLook, ['note', 'id', 'status']);
  expect(body).toEqual({ pageSize: 20, columns: ['note', 'status', 'name'] });
  expect(listQuerySchema.safeParse(body).success).toBe(true);
});

test('does not request columns that the role may not read, including the title', () => {
  const fields = { ...thing.fields, name: text({ zh: '名称', en: 'Name' }, { personal: true }) };
  const body = createListBody({ ...thing, fields }, 'user', start, defaultLook, ['name', 'note']);
  expect(body.columns).toEqual(['note', 'status']);
  expect(createListBody({ ...thing, fields }, 'admin', start, defaultLook, ['note']).columns).toContain('name');
});

test('sends filters and sorting only when they are set', () => {
  const narrowed = {
    ...start,
    keyword: '微信',
    filters: { note: ['a'] },
    sort: { field: 'id', order: 'asc' } as const,
  };
  const body = createListBody(thing, 'user', narrowed, { ...defaultLook, flow: 'scroll' }, ['note']);
  expect(body).toMatchObject({
    pageSize: 100,
    keyword: '微信',
    filters: { note: ['a'] },
    sort: [{ field: 'id', order: 'asc' }],
  });
  expect(listQuerySchema.safeParse(body).success).toBe(true);
});

test('needs one page of a paged list, and the visible blocks of a scrolled one', () => {
  expect(listNeededBlocks({ ...start, page: 7 }, defaultLook, 0, 20)).toEqual([6]);
  const scroll = { ...defaultLook, flow: 'scroll' } as const;
  expect(listNeededBlocks(start, scroll, 0, 0)).toEqual([0]);
  expect(listNeededBlocks(start, scroll, 190, 215)).toEqual([1, 2]);
  expect(listNeededBlocks(start, scroll, 999_980, 1_000_000)).toEqual([9999]);
});

test('reaches a block without a known cursor through the blocks before it', () => {
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

import {
  type AnyResource,
  choice,
  defaultLook,
  defineResource,
  everyone,
  integer,
  paragraph,
  refund,
  state,
  text,
  usageRecord,
  vipPlan,
} from '@gantry/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTitleEnglish,
  layOutColumns,
  listPossibleColumns,
  listShownColumns,
  listSpareColumns,
  pickWidth,
  readColumns,
} from './columns.ts';
import { measureActionsWidth, measureFigure, measureFolded, measureHeading, measureOptions } from './words-width.ts';

const thing = defineResource({
  name: 'thing',
  path: '/things',
  title: 'name',
  label: { zh: '东西', en: 'Thing' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true }),
    level: choice({ zh: '级别', en: 'Level' }, { low: { zh: '低', en: 'Low' } }),
    count: integer({ zh: '数量', en: 'Count' }),
    phone: text({ zh: '手机', en: 'Phone' }, { personal: true }),
    body: paragraph({ zh: '内容', en: 'Body' }, { read: 'detail' }),
  },
  list: { columns: ['name', 'level', 'phone'], sortable: ['count'], sort: '-id' },
  access: { list: everyone, create: everyone },
  form: [['name']],
});
const states = state({ zh: '状态', en: 'Status' }, { on: { zh: '开', en: 'On' } });
const layout = (names: readonly string[], look = defaultLook, available = 1000) =>
  layOutColumns(thing, names, look, available, {});

test('lists the columns that a role may read in lists', () => {
  expect(listPossibleColumns(thing, 'admin')).toEqual([
    'name',
    'level',
    'count',
    'phone',
    'id',
    'createdAt',
    'updatedAt',
    'createdBy',
    'updatedBy',
  ]);
  expect(listPossibleColumns(thing, 'user')).not.toContain('phone');
});

test('omits columns of an old link that no longer exist or are forbidden', () => {
  expect(listShownColumns(thing, 'user', ['gone', 'count', 'phone'])).toEqual(['count']);
  expect(listShownColumns(thing, 'user', ['gone'])).toEqual(['name', 'level']);
});

test('shows the English text in the title column in English, without a separate column unless it is selected', () => {
  const fields = { ...thing.fields, nameEn: text({ zh: '英文名称', en: 'Name (English)' }) };
  const both = { ...thing, fields, list: { ...thing.list, columns: ['name', 'nameEn', 'level'] } };
  expect(listShownColumns(both, 'user', null, 'zh-CN')).toEqual(['name', 'nameEn', 'level']);
  expect(listShownColumns(both, 'user', null, 'en-US')).toEqual(['name', 'level']);
  expect(isTitleEnglish(both, ['name', 'level'], 'en-US')).toBe(true);
  expect(isTitleEnglish(both, ['name', 'level'], 'zh-CN')).toBe(false);
  expect(listShownColumns(both, 'user', ['nameEn', 'name'], 'en-US')).toEqual(['nameEn', 'name']);
  expect(isTitleEnglish(both, ['nameEn', 'name'], 'en-US')).toBe(false);
  expect(isTitleEnglish(thing, ['name'], 'en-US')).toBe(false);
});

test('shows a number with the unit that another field names, without a column for the unit', () => {
  expect(vipPlan.list.columns).toContain('durationUnit');
  expect(listShownColumns(vipPlan, 'admin', null)).not.toContain('durationUnit');
  expect(readColumns(vipPlan, 'admin', ['name', 'durationValue'], {})).toEqual([
    'name',
    'durationValue',
    'durationUnit',
  ]);
  expect(listShownColumns(vipPlan, 'admin', ['durationUnit'])).toEqual(['durationUnit']);
});

test('places the state right after the title unless columns were selected', () => {
  const columns = ['count', 'name', 'level', 'status'];
  const withState = { ...thing, fields: { ...thing.fields, status: states }, list: { ...thing.list, columns } };
  expect(listShownColumns(withState, 'admin', null)).toEqual(['count', 'name', 'status', 'level']);
  expect(listShownColumns(withState, 'admin', columns)).toEqual(columns);
  expect(listShownColumns({ ...withState, title: 'phone' }, 'admin', null)).toEqual([
    'count',
    'status',
    'name',
    'level',
  ]);
});

test('gives the remaining width to text columns', () => {
  const [name, level] = layout(['name', 'level']);
  expect((name?.width ?? 0) + (level?.width ?? 0)).toBe(1000);
  expect(level?.width).toBe(112);
});

test('keeps a width that was set by dragging, and scrolls in a narrow window', () => {
  const [name] = layout(['name', 'level'], { ...defaultLook, widths: { name: 300 } }, 200);
  expect(name?.width).toBe(300);
});

test('shrinks columns before a list scrolls, but not below the width of their content', () => {
  const usual = layout(['name', 'count', 'createdAt'], defaultLook, 452);
  expect(usual.map(({ width }) => width)).toEqual([200, 96, 156]);
  const tight = layout(['name', 'count', 'createdAt'], defaultLook, 412);
  const sum = tight.reduce((total, { width }) => total + width, 0);
  expect(sum).toBeLessThanOrEqual(412);
  expect(sum).toBeGreaterThan(408);
  const least = layOutColumns(thing, ['name', 'count', 'createdAt'], defaultLook, 100, {
    count: { heading: 130, folded: 90, options: 0 },
  });
  expect(least.map(({ width }) => width)).toEqual([120, 78, 140]);
});

test('leaves space for the heading in a narrow text column', () => {
  const words = { name: { heading: 200, folded: 140, options: 0 } };
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 600 }), (available) => {
      const [name] = layOutColumns(thing, ['name', 'count', 'createdAt'], defaultLook, available, words);
      expect(name?.width).toBeGreaterThanOrEqual(140 - 12);
    }),
  );
});

test('shows no narrow strip of a column at the edge of a scrolling list', () => {
  const names = ['name', 'level', 'count', 'createdAt', 'updatedAt'];
  const before = (available: number) => {
    const widths = layout(names, defaultLook, available).map(({ width }) => width);
    const ends = widths.map((_width, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width, 0));
    return available - Math.max(0, ...ends.filter((end) => end <= available));
  };
  for (let available = 300; available < 460; available += 10) {
    const strip = before(available);
    expect(strip < names.length || strip >= 60, `${available}: ${strip}`).toBe(true);
  }
});

test('hides the least important columns when space is short, and shows them again when it is not', () => {
  const names = ['name', 'level', 'count', 'createdAt'];
  const spare = listSpareColumns(thing, names, defaultLook, 'count');
  expect(spare).toEqual(['createdAt', 'level']);
  const shownIn = (available: number) =>
    layOutColumns(thing, names, defaultLook, available, {}, pickWidth, spare).map(({ name }) => name);
  expect(shownIn(400)).toEqual(names);
  expect(shownIn(300)).toEqual(['name', 'level', 'count']);
  // Only as many columns as necessary: hiding the wide one frees enough space.
  expect(shownIn(230)).toEqual(['name', 'level', 'count']);
  expect(shownIn(150)).toEqual(['name', 'count']);
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 900 }), (available) => {
      const widths = layOutColumns(thing, names, defaultLook, available, {}, pickWidth, spare);
      expect(widths.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(available);
    }),
  );
  expect(listSpareColumns(thing, names, { ...defaultLook, pinned: ['level'] }, 'id')).toEqual(['count']);
  expect(listSpareColumns(thing, names, { ...defaultLook, widths: { level: 200 } }, 'count')).toEqual([]);
});

test('never hides amounts and credits, however short the space is', () => {
  const getSpare = (resource: AnyResource) => listSpareColumns(resource, resource.list.columns, defaultLook, undefined);
  expect(getSpare(usageRecord)).toEqual([
    'completionTokens',
    'promptTokens',
    'modelName',
    'capability',
    'userId',
    'createdAt',
  ]);
  expect(getSpare(refund)).toEqual(['userId', 'orderId']);
});

test('keeps a numeric title as wide as its numbers', () => {
  const [count, name] = layOutColumns({ ...thing, title: 'count' }, ['count', 'name'], defaultLook, 1000, {});
  expect([count?.width, name?.width]).toEqual([96, 904]);
});

test('places pinned columns first, with their sticky positions', () => {
  const columns = layout(['name', 'level', 'count'], { ...defaultLook, pinned: ['count', 'gone'] });
  expect(columns.map((column) => [column.name, column.stuckAt])).toEqual([
    ['count', pickWidth],
    ['name', null],
    ['level', null],
  ]);
  expect(columns[0]?.sortable).toBe(true);
});

test('lets a heading wrap once between words when that makes it narrower', () => {
  const [one, two] = [measureHeading('Compute reclaimed', false), measureFolded('Compute reclaimed', false)];
  expect(two).toBeLessThan(one - 40);
  expect(two).toBeGreaterThan(measureHeading('reclaimed', false) - 2);
  expect(measureFolded('Compute reclaimed', true) - two).toBe(18);
  for (const words of ['Reimbursement', '回收算力'])
    expect(measureFolded(words, true)).toBe(measureHeading(words, true));
});

test('sizes the action column for its labels', () => {
  expect(measureActionsWidth(['编辑'], ['启用', '停用'], true)).toBe(128);
  expect(measureActionsWidth(['Edit'], ['Enable', 'Unpublish'], true)).toBeGreaterThan(
    measureActionsWidth(['Edit'], ['Enable'], true),
  );
  expect(measureActionsWidth(['View'], [], false)).toBe(64);
  expect(measureActionsWidth(['账务流水', '查看'], [], false)).toBe(120);
});

test('sizes a choice column for its longest option, up to a maximum', () => {
  expect(measureOptions(['On', 'Auto-disabled'])).toBeGreaterThan(112);
  expect(measureOptions(['开', '关'])).toBeLessThan(112);
  expect(measureOptions(['x'.repeat(90)])).toBe(280);
  expect(measureFigure('credits')).toBeGreaterThan(96);
  const [, level] = layOutColumns(thing, ['name', 'level'], defaultLook, 1000, {
    level: { heading: 60, folded: 60, options: measureOptions(['Auto-disabled']) },
  });
  expect(level?.width).toBe(measureOptions(['Auto-disabled']));
  const tight = layOutColumns(thing, ['name', 'level'], defaultLook, 100, {
    level: { heading: 60, folded: 60, options: 220 },
  });
  expect(tight.map(({ width }) => width)).toEqual([120, 104]);
  expect(tight.map((column) => column.tight)).toEqual([true, true]);
});

import { expect, it } from 'vitest';
import { choice, integer, json, money, reference, tags, text } from '../fields/index.ts';
import { createJsonTable, diffRows, formatJsonLines, withCalled } from './json-table.ts';
import { listValueChanges } from './value-changes.ts';

const context = { locale: 'en-US', timeZone: 'UTC' } as const;
const quotas = json(
  { zh: '额度', en: 'Quotas' },
  {
    rows: {
      capability: choice(
        { zh: '能力', en: 'Capability' },
        { chat: { zh: '对话', en: 'Chat' }, draw: { zh: '绘画', en: 'Drawing' } },
      ),
      limit: integer({ zh: '上限', en: 'Limit' }),
    },
  },
);
const chat = { capability: 'chat', limit: 1000 };
const draw = { capability: 'draw', limit: 5 };

it.each([
  [
    [chat, { ...draw, note: 'new' }],
    {
      head: ['Capability', 'Limit', 'note'],
      rows: [
        ['Chat', '1,000', ''],
        ['Drawing', '5', 'new'],
      ],
    },
  ],
  [[{ limit: { deep: 1 } }], { head: ['Limit'], rows: [['deep: 1']] }],
  [
    { size: 7, tags: ['a', 'b'] },
    {
      head: [],
      rows: [
        ['size', '7'],
        ['tags', 'a, b'],
      ],
    },
  ],
  [[{ constructor: 1 }], { head: ['constructor'], rows: [['1']] }],
  [[], null],
  [{}, null],
  ['text', null],
  [[1, { limit: 2 }], null],
])('createJsonTable formats %j as rows', (value, table) => {
  expect(createJsonTable(value, quotas, context)).toEqual(table);
});

it('createJsonTable labels known parts of an object, and nested parts with both labels', () => {
  const pack = { parts: { price: money({ zh: '价格', en: 'Price' }), quotas } };
  const field = { parts: { kind: text({ zh: '类型', en: 'Kind' }), pack: json({ zh: '套餐', en: 'Pack' }, pack) } };
  expect(
    createJsonTable({ kind: 'coin', pack: { price: 2800, quotas: [chat, draw], other: true } }, field, context),
  ).toEqual({
    head: [],
    rows: [
      ['Kind', 'coin'],
      ['Pack / Price', '¥28.00'],
      ['Pack / Quotas / 1', 'Capability: Chat; Limit: 1,000'],
      ['Pack / Quotas / 2', 'Capability: Drawing; Limit: 5'],
      ['Pack / other', 'true'],
    ],
  });
  expect(createJsonTable([{ quotas: [chat, draw] }], { rows: { quotas } } as never, context)?.rows).toEqual([
    ['Capability: Chat; Limit: 1,000 | Capability: Drawing; Limit: 5'],
  ]);
  expect(createJsonTable({ pack: { quotas: [] } }, field, context)?.rows).toEqual([['Pack / Quotas', '']]);
});

it('formatJsonLines shows nested references by the names in the response, else by their IDs', () => {
  const field = json(
    { zh: '模型', en: 'Models' },
    { rows: { modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel') } },
  );
  const record = { models: [{ modelId: 3 }, { modelId: 4 }], modelsLabel: { aiModel: { 3: 'Large' } } };
  const linesWith = (name: string) => formatJsonLines(record.models, field, withCalled(context, record, name));
  expect(linesWith('models')).toEqual(['1. Model: Large #3', '2. Model: #4']);
  expect(linesWith('others')).toEqual(['1. Model: #3', '2. Model: #4']);
});

it.each([
  [
    [chat, draw],
    [chat, { ...draw, limit: 8 }],
    ['2. Capability: Drawing; Limit: 5'],
    ['2. Capability: Drawing; Limit: 8'],
  ],
  [[chat], [draw, chat], [], ['1. Capability: Drawing; Limit: 5']],
  [[draw, draw], [draw], ['2. Capability: Drawing; Limit: 5'], []],
  [null, [chat], [], ['1. Capability: Chat; Limit: 1,000']],
  [
    [chat, draw],
    [draw, chat],
    ['1. Capability: Chat; Limit: 1,000', '2. Capability: Drawing; Limit: 5'],
    ['1. Capability: Drawing; Limit: 5', '2. Capability: Chat; Limit: 1,000'],
  ],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['b: 2'], ['b: 3']],
  [['x', 'y'], ['y'], ['1. x'], []],
])('diffRows compares %j and %j by rows', (before, after, gone, came) => {
  expect(diffRows(before, after, quotas, context)).toEqual({ gone, came });
});

it('listValueChanges describes a change by the labels of its fields', () => {
  const fields = { name: text({ zh: '名称', en: 'Name' }), quotas, labels: tags({ zh: '标签', en: 'Labels' }) };
  const before = { name: 'a', quotas: [chat], labels: ['x'], secret: '****', same: 1 };
  const after = { name: 'b', quotas: [chat, draw], labels: ['x', 'y'], secret: '---', same: 1 };
  expect(listValueChanges(before, after, fields, context)).toEqual([
    { label: 'Name', gone: ['a'], came: ['b'] },
    { label: 'Quotas', gone: [], came: ['2. Capability: Drawing; Limit: 5'] },
    { label: 'Labels', gone: ['x'], came: ['x, y'] },
    { label: 'secret', gone: ['****'], came: ['---'] },
  ]);
});

it('formatJsonLines formats a value line by line and omits empty values', () => {
  expect(formatJsonLines([chat, { limit: 1 }], quotas, context)).toEqual([
    '1. Capability: Chat; Limit: 1,000',
    '2. Limit: 1',
  ]);
  const field = { parts: { price: money({ zh: '价格', en: 'Price' }) } };
  expect(formatJsonLines({ price: 9900, note: '' }, field, context)).toEqual(['Price: ¥99.00']);
  expect(formatJsonLines([1, 2], field, context)).toBeNull();
});

it('listValueChanges labels details that only the log has, and the fields of several records', () => {
  const fields = { word: text({ zh: '词', en: 'Word' }) };
  const after = { isNew: true, endedSessions: 2, items: [{ id: 7, word: 'spam' }], unheard: 'of' };
  expect(listValueChanges(null, after, fields, context).map(({ label, came }) => [label, came])).toEqual([
    ['New file', ['Yes']],
    ['Sessions ended', ['2']],
    ['Items', ['1. ID: 7; Word: spam']],
    ['unheard', ['of']],
  ]);
});

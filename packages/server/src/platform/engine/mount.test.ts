import { type Action, defineResource, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { diagnoseOperations } from './mount.ts';
import type { Operation } from './operation.ts';

const label = { zh: '事', en: 'Thing' };
const record = { on: 'record', label, roles: ['admin'] } as const satisfies Action;
const thing = defineResource({
  name: 'thing',
  path: '/things',
  title: 'name',
  label,
  fields: { name: text(label) },
  list: { columns: ['name'], sort: '-id' },
  access: {},
  actions: { held: record, plain: record, undone: { ...record, undo: true } },
});
const plain: Operation = { run: async () => ({ data: null }) };
const holding: Operation = { ...plain, hold: async () => undefined };
const full = { 'thing/held': holding, 'thing/plain': plain, 'thing/undone': { ...plain, undo: { fields: [] } } };

test.each<[string[], Record<string, Operation | undefined>]>([
  [[], {}],
  [['O001'], { 'thing/plain': undefined }],
  [['O002'], { 'thing/other': plain }],
  [['O003'], { 'thing/undone': plain }],
  [['O004'], { 'thing/delete': holding }],
])('an operation that is not what its action says is found: %j', (ids, other) => {
  const operations = Object.fromEntries(
    Object.entries({ ...full, ...other }).flatMap(([key, operation]) => (operation ? [[key, operation]] : [])),
  );
  expect(diagnoseOperations([thing], operations).map(({ id }) => id)).toEqual(ids);
});

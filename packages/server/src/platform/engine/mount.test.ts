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
const operation: Operation = { run: async () => ({ data: null }) };
const lockingOperation: Operation = { ...operation, lock: async () => undefined };
const operations = {
  'thing/held': lockingOperation,
  'thing/plain': operation,
  'thing/undone': { ...operation, undo: { fields: [] } },
};

test.each<[string[], Record<string, Operation | undefined>]>([
  [[], {}],
  [['O001'], { 'thing/plain': undefined }],
  [['O002'], { 'thing/other': operation }],
  [['O003'], { 'thing/undone': operation }],
  [['O004'], { 'thing/delete': lockingOperation }],
])('diagnoseOperations() reports %j when an operation does not match its action', (ids, other) => {
  const changedOperations = Object.fromEntries(
    Object.entries({ ...operations, ...other }).flatMap(([key, operation]) => (operation ? [[key, operation]] : [])),
  );
  expect(diagnoseOperations([thing], changedOperations).map(({ id }) => id)).toEqual(ids);
});

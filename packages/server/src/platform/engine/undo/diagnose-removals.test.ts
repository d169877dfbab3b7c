import { type AnyResource, admins, defineResource, type ResourceDefinition, text } from '@gantry/core';
import { expect, test } from 'vitest';
import type { Operation } from '../operation.ts';
import { diagnoseRemovals } from './undoable.ts';

const label = { zh: '事', en: 'Thing' };
const thing = (removal: Pick<ResourceDefinition, 'removal'>): AnyResource =>
  defineResource({
    name: 'thing',
    path: '/things',
    title: 'name',
    label,
    fields: { name: text(label) },
    list: { columns: ['name'], sort: '-id' },
    access: { delete: admins },
    ...removal,
  });
const customOperation: Operation = { run: async () => ({ data: null }) };
const final = { removal: 'final' } as const;

test.each<[string, Pick<ResourceDefinition, 'removal'>, Record<string, Operation>, boolean]>([
  ['default delete', {}, {}, true],
  ['default delete, final', final, {}, false],
  ['custom delete', {}, { 'thing/delete': customOperation }, false],
  ['custom delete, final', final, { 'thing/delete': customOperation }, true],
  ['custom delete of only the record', {}, { 'thing/delete': { ...customOperation, isRestorable: true } }, true],
  ['custom create', {}, { 'thing/create': customOperation }, false],
  [
    'custom create with a check for undo',
    {},
    { 'thing/create': { ...customOperation, assertUndoAllowed: async () => {} } },
    true,
  ],
])('diagnoseRemovals() requires `removal` to match the operations: %s', (_what, removal, operations, isConsistent) => {
  const ids = diagnoseRemovals([thing(removal)], operations).map(({ id }) => id);
  expect(ids).toEqual(isConsistent ? [] : ['O005']);
});

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
const own: Operation = { run: async () => ({ data: null }) };
const final = { removal: 'final' } as const;

test.each<[string, Pick<ResourceDefinition, 'removal'>, Record<string, Operation>, boolean]>([
  ['the engine deletes', {}, {}, true],
  ['the engine deletes, for good', final, {}, false],
  ['an own way to delete', {}, { 'thing/delete': own }, false],
  ['an own way to delete, for good', final, { 'thing/delete': own }, true],
  ['an own way that leaves all else', {}, { 'thing/delete': { ...own, restores: true } }, true],
  ['an own way to create', {}, { 'thing/create': own }, false],
  [
    'an own way to create with a rule for who comes back',
    {},
    { 'thing/create': { ...own, admits: async () => {} } },
    true,
  ],
])(
  'a definition calls a deletion reversible only when the server can undo it: %s',
  (_what, removal, operations, fine) => {
    const ids = diagnoseRemovals([thing(removal)], operations).map(({ id }) => id);
    expect(ids).toEqual(fine ? [] : ['O005']);
  },
);

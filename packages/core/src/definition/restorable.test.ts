import { expect, it } from 'vitest';
import { type AnyResource, defineResource, type Field, isRestorable } from './index.ts';

const label = { zh: '事', en: 'Thing' };
const text: Field = { kind: 'text', label };
const thing = {
  name: 'thing',
  path: '/things',
  title: 'name',
  label,
  fields: { name: text, published: text },
  list: { columns: ['name'], sort: '-id' },
  access: {},
} as const;
const kept: AnyResource = defineResource(thing);
const final: AnyResource = { ...kept, removal: 'final' };
const once: AnyResource = { ...kept, removal: { finalOnce: 'published' } };
const sealed: AnyResource = { ...kept, fields: { ...kept.fields, key: { kind: 'secret', label } } };

it.each([
  ['as it is', kept, {}, true],
  ['that takes more with it', final, {}, false],
  ['that would take more with it once something is there', once, { published: null }, true],
  ['that takes more with it by now', once, { published: 'v1' }, false],
  ['that holds a secret', sealed, {}, false],
])('a record %s comes back, or not', (_what, resource, record, comesBack) => {
  expect(isRestorable(resource, record)).toBe(comesBack);
});

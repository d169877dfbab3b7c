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
const stored: AnyResource = defineResource(thing);
const final: AnyResource = { ...stored, removal: 'final' };
const once: AnyResource = { ...stored, removal: { finalOnce: 'published' } };
const sealed: AnyResource = { ...stored, fields: { ...stored.fields, key: { kind: 'secret', label } } };

it.each([
  ['as it is', stored, {}, true],
  ['that takes more with it', final, {}, false],
  ['that would take more with it once something is there', once, { published: null }, true],
  ['that takes more with it by now', once, { published: 'v1' }, false],
  ['that holds a secret', sealed, {}, false],
])('a record %s comes back, or not', (_what, resource, record, comesBack) => {
  expect(isRestorable(resource, record)).toBe(comesBack);
});

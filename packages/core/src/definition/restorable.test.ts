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
  ['without restrictions', stored, {}, true],
  ['whose deletion removes other data', final, {}, false],
  ['whose deletion would remove other data once a field is set', once, { published: null }, true],
  ['whose deletion removes other data because a field is set', once, { published: 'v1' }, false],
  ['with a secret field', sealed, {}, false],
])('isRestorable of a record %s', (_what, resource, record, expected) => {
  expect(isRestorable(resource, record)).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import { type AnyResource, admins, defineResource } from '../definition/index.ts';
import { reference, secret, text } from '../fields/index.ts';
import { catalogue, listContent } from './index.ts';

const access = { list: admins, create: admins, update: admins, import: admins, export: admins };
const label = { zh: '物', en: 'Thing' };
const name = text(label, { required: true, unique: true });

function resource(own: string, fields: AnyResource['fields'], change: Partial<AnyResource> = {}): AnyResource {
  return defineResource({
    name: own,
    path: '/',
    title: 'name',
    label,
    fields: { name, ...fields },
    list: { columns: ['name'], sort: '-id' },
    access,
    ...change,
  });
}

const reported = (...resources: AnyResource[]) => listContent(resources).map((one) => [one.resource.name, ...one.key]);

describe('listContent', () => {
  it('contains resources that admins write and import', () => {
    const { import: _, ...byHand } = access;
    expect(reported(resource('page', {}), resource('log', {}, { access: byHand }))).toEqual([['page', 'name']]);
  });

  it('excludes resources with secrets or personal data, and resources that require them', () => {
    const person = resource('person', { phone: text(label, { personal: true }) });
    const key = resource('key', { word: secret(label) });
    const diary = resource('diary', { personId: reference(label, 'person', { required: true }) });
    const entry = resource('entry', { diaryId: reference(label, 'diary', { required: true }) });
    expect(reported(person, key, diary, entry)).toEqual([]);
  });

  it('excludes resources that require a record without a unique key', () => {
    const shelf = resource('shelf', { name: text(label, { required: true }) });
    const book = resource('book', { shelfId: reference(label, 'shelf', { required: true }) });
    const lamp = resource('lamp', { shelfId: reference(label, 'shelf') });
    expect(reported(shelf, book, lamp).map(([one]) => one)).toEqual(['shelf', 'lamp']);
  });

  it('omits a field that may refer to other resources, and lists it', () => {
    const person = resource('person', { phone: text(label, { personal: true }) });
    const note = resource('note', { personId: reference(label, 'person') });
    const [only] = listContent([person, note]);
    expect([only?.excludedReferences, Object.keys(only?.fields ?? {})]).toEqual([['personId'], ['name']]);
  });

  it('lists resources after those that they refer to, also with circular references', () => {
    const leaf = resource('leaf', { treeId: reference(label, 'tree'), leafId: reference(label, 'leaf') });
    const tree = resource('tree', { bestId: reference(label, 'leaf'), soilId: reference(label, 'soil') });
    const soil = resource('soil', {});
    expect(reported(leaf, tree, soil).map(([one]) => one)).toEqual(['soil', 'tree', 'leaf']);
  });

  it('uses the title as key when no field is unique', () => {
    const faq = resource('faq', { name: text(label, { required: true }) });
    expect(listContent([faq]).map(({ key, isUnique }) => [key, isUnique])).toEqual([[['name'], false]]);
  });
});

it('listContent returns the content of the product, without users and keys', () => {
  const found = listContent(catalogue.resources);
  const names = found.map((one) => one.resource.name);
  expect(names).toEqual(
    expect.arrayContaining(['aiModel', 'agent', 'knowledge', 'drawPrompt', 'menuItem', 'vipPlan', 'bannedWord']),
  );
  expect(names).not.toEqual(expect.arrayContaining(['user']));
  expect(names).not.toEqual(expect.arrayContaining(['apiKey']));
  // Documents and chunks are not exported with a knowledge base.
  expect(names).not.toEqual(expect.arrayContaining(['goldenQuestion']));
  expect(names.indexOf('knowledge')).toBeLessThan(names.indexOf('agent'));
  expect(names.indexOf('menuGroup')).toBeLessThan(names.indexOf('menuItem'));
  for (const { fields } of found)
    for (const field of Object.values(fields)) if (field.kind === 'reference') expect(names).toContain(field.to);
});

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

describe('content', () => {
  it('is what people write and files bring in', () => {
    const { import: _, ...byHand } = access;
    expect(reported(resource('page', {}), resource('log', {}, { access: byHand }))).toEqual([['page', 'name']]);
  });

  it('is nothing secret, nothing personal, and nothing that needs such a record', () => {
    const person = resource('person', { phone: text(label, { personal: true }) });
    const key = resource('key', { word: secret(label) });
    const diary = resource('diary', { personId: reference(label, 'person', { required: true }) });
    const entry = resource('entry', { diaryId: reference(label, 'diary', { required: true }) });
    expect(reported(person, key, diary, entry)).toEqual([]);
  });

  it('is nothing that belongs to a record of which there may be many of the same name', () => {
    const targetIndex = resource('shelf', { name: text(label, { required: true }) });
    const book = resource('book', { shelfId: reference(label, 'shelf', { required: true }) });
    const lamp = resource('lamp', { shelfId: reference(label, 'shelf') });
    expect(reported(targetIndex, book, lamp).map(([one]) => one)).toEqual(['shelf', 'lamp']);
  });

  it('leaves out a field that may refer to what stays, and says so', () => {
    const person = resource('person', { phone: text(label, { personal: true }) });
    const note = resource('note', { personId: reference(label, 'person') });
    const [only] = listContent([person, note]);
    expect([only?.staying, Object.keys(only?.fields ?? {})]).toEqual([['personId'], ['name']]);
  });

  it('comes after what it refers to, circles or not', () => {
    const leaf = resource('leaf', { treeId: reference(label, 'tree'), leafId: reference(label, 'leaf') });
    const tree = resource('tree', { bestId: reference(label, 'leaf'), soilId: reference(label, 'soil') });
    const soil = resource('soil', {});
    expect(reported(leaf, tree, soil).map(([one]) => one)).toEqual(['soil', 'tree', 'leaf']);
  });

  it('is known by its title where records may share everything', () => {
    const faq = resource('faq', { name: text(label, { required: true }) });
    expect(listContent([faq]).map(({ key, isUnique }) => [key, isUnique])).toEqual([[['name'], false]]);
  });
});

it('finds content of the product, targets first, without users and keys', () => {
  const found = listContent(catalogue.resources);
  const names = found.map((one) => one.resource.name);
  expect(names).toEqual(
    expect.arrayContaining(['aiModel', 'agent', 'knowledge', 'drawPrompt', 'menuItem', 'vipPlan', 'bannedWord']),
  );
  expect(names).not.toEqual(expect.arrayContaining(['user']));
  expect(names).not.toEqual(expect.arrayContaining(['apiKey']));
  // Its documents and their chunks do not move with a base.
  expect(names).not.toEqual(expect.arrayContaining(['goldenQuestion']));
  expect(names.indexOf('knowledge')).toBeLessThan(names.indexOf('agent'));
  expect(names.indexOf('menuGroup')).toBeLessThan(names.indexOf('menuItem'));
  for (const { fields } of found)
    for (const field of Object.values(fields)) if (field.kind === 'reference') expect(names).toContain(field.to);
});

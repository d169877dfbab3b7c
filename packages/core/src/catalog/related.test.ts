import { describe, expect, it } from 'vitest';
import { type AnyResource, defineResource, everyone } from '../definition/index.ts';
import { reference, text } from '../fields/index.ts';
import { type Catalogue, catalogue, findRelated, getRelatedLabel, listRelated } from './index.ts';

const label = { zh: '人', en: 'Person' };
const person = defineResource({
  name: 'person',
  path: '/p',
  title: 'name',
  label,
  fields: { name: text(label) },
  list: { columns: ['name'], sort: '-id' },
  access: { list: everyone },
}) as AnyResource;
const gift: AnyResource = {
  ...person,
  name: 'giftCard',
  label: { zh: '礼物', en: 'Gift' },
  fields: {
    giverId: reference({ zh: '送礼人', en: 'Giver' }, 'person'),
    takerId: reference({ zh: '收礼人', en: 'Taker' }, 'person'),
    seenById: reference({ zh: '见证人', en: 'Witness' }, 'person'),
  },
  list: { columns: [], filters: ['giverId', 'takerId'], sort: '-id' },
};
const bill: AnyResource = { ...gift, name: 'bill', list: { columns: [], filters: ['giverId'], sort: '-id' } };
const given: Catalogue = { ...catalogue, resources: [person, gift, bill, { ...bill, name: 'hidden', access: {} }] };

describe('listRelated, findRelated and getRelatedLabel', () => {
  const all = listRelated(given, person);

  it('return every list with a filter that refers to the resource', () => {
    expect(all.map(({ key, field }) => [key, field])).toEqual([
      ['gift-card-giver-id', 'giverId'],
      ['gift-card-taker-id', 'takerId'],
      ['bill', 'giverId'],
    ]);
    expect(listRelated(given, gift)).toEqual([]);
  });

  it('start with the resources that follow in the catalog', () => {
    const turned: Catalogue = { ...given, resources: [bill, person, gift] };
    expect(listRelated(turned, person).map(({ key }) => key)).toEqual([
      'gift-card-giver-id',
      'gift-card-taker-id',
      'bill',
    ]);
  });

  it('add the field to the label when a resource refers to itself', () => {
    const child = { ...person, fields: { parentId: reference({ zh: '上级', en: 'Parent' }, 'person') } };
    const own: AnyResource = { ...child, list: { columns: [], filters: ['parentId'], sort: '-id' } };
    const [one] = listRelated({ ...given, resources: [own] }, own);
    expect(one && getRelatedLabel(one, 'en-US')).toBe('Persons · Parent');
  });

  it('add the field to the label when a resource has several references', () => {
    expect(all.map((one) => getRelatedLabel(one, 'en-US'))).toEqual(['Gifts · Giver', 'Gifts · Taker', 'Gifts']);
  });

  it.each([
    ['bills', ['bill']],
    ['bill', ['bill']],
    ['gift', ['gift-card-giver-id', 'gift-card-taker-id']],
    ['takers', ['gift-card-taker-id']],
    ['il', []],
  ])('find by the word %s', (word, keys) => {
    expect(findRelated(all, word).map(({ key }) => key)).toEqual(keys);
  });
});

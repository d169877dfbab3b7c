import { type Area, admins, everyone, type ScreenDefinition } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { buildMenuTree, openKeysFor } from './menu-tree.ts';

const words = (en: string) => ({ zh: en, en });
const area = (name: string, order: number): Area => ({
  name,
  order,
  root: `/${name}`,
  label: words(name),
  icon: name,
});
const screen = (name: string, areaName: string, extra: Partial<ScreenDefinition> = {}): ScreenDefinition => ({
  name,
  area: areaName,
  path: `/${areaName}/${name}`,
  label: words(name),
  roles: everyone,
  ...extra,
});

const areas = [area('last', 9), area('front', 0), area('shop', 2), area('empty', 3)];
const group = words('Drawing');
const screens = [
  screen('front', 'front'),
  screen('one', 'shop'),
  screen('two', 'shop', { group }),
  screen('three', 'shop'),
  screen('four', 'shop', { group }),
  screen('secret', 'last', { roles: admins }),
  screen('unseen', 'shop', { hidden: true }),
];

describe('menuTree', () => {
  it('leaves out the areas that a permission set does not name', () => {
    const requester = { role: 'admin', permissionSet: ['last'] };
    expect(buildMenuTree(areas, screens, requester).map((entry) => entry.key)).toEqual(['last']);
  });

  it('orders areas by their order value and leaves out empty ones', () => {
    expect(buildMenuTree(areas, screens, 'admin').map((entry) => entry.key)).toEqual(['front', 'shop', 'last']);
  });

  it('makes an area with one page of the same name that page', () => {
    const [home] = buildMenuTree(areas, screens, 'admin');
    expect(home).toMatchObject({ path: '/front/front', items: [] });
  });

  it('puts a group where its first screen stands, and shows nothing hidden', () => {
    const work = buildMenuTree(areas, screens, 'admin')[1];
    expect(work?.items.map((item) => item.key)).toEqual(['/shop/one', 'shop/Drawing', '/shop/three']);
    expect(work?.items[1]).toMatchObject({ items: [{ path: '/shop/two' }, { path: '/shop/four' }] });
  });

  it('drops what a role may not open, and the area that it leaves empty', () => {
    expect(buildMenuTree(areas, screens, 'user').map((entry) => entry.key)).toEqual(['front', 'shop']);
  });
});

describe('openKeysFor', () => {
  const tree = buildMenuTree(areas, screens, 'admin');

  it('names the area and the group of a page', () => {
    expect(openKeysFor(tree, '/shop/four')).toEqual(['shop', 'shop/Drawing']);
    expect(openKeysFor(tree, '/shop/one')).toEqual(['shop']);
  });

  it('names nothing for a page that is not in the menu', () => {
    expect(openKeysFor(tree, '/shop/unseen')).toEqual([]);
  });
});

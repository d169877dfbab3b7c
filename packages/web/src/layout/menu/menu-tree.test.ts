import { type Area, admins, everyone, type ScreenDefinition } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { menuTree, openKeysFor } from './menu-tree.ts';

const words = (en: string) => ({ zh: en, en });
const area = (name: string, order: number): Area => ({ name, order, label: words(name), icon: name });
const screen = (name: string, areaName: string, extra: Partial<ScreenDefinition> = {}): ScreenDefinition => ({
  name,
  area: areaName,
  path: `/${areaName}/${name}`,
  label: words(name),
  roles: everyone,
  ...extra,
});

const areas = [area('last', 9), area('home', 0), area('work', 2), area('empty', 3)];
const group = words('Drawing');
const screens = [
  screen('home', 'home'),
  screen('one', 'work'),
  screen('two', 'work', { group }),
  screen('three', 'work'),
  screen('four', 'work', { group }),
  screen('secret', 'last', { roles: admins }),
  screen('unseen', 'work', { hidden: true }),
];

describe('menuTree', () => {
  it('orders areas by their order value and leaves out empty ones', () => {
    expect(menuTree(areas, screens, 'admin').map((entry) => entry.key)).toEqual(['home', 'work', 'last']);
  });

  it('makes an area with one page of the same name that page', () => {
    const [home] = menuTree(areas, screens, 'admin');
    expect(home).toMatchObject({ path: '/home/home', items: [] });
  });

  it('puts a group where its first screen stands, and shows nothing hidden', () => {
    const work = menuTree(areas, screens, 'admin')[1];
    expect(work?.items.map((item) => item.key)).toEqual(['/work/one', 'work/Drawing', '/work/three']);
    expect(work?.items[1]).toMatchObject({ items: [{ path: '/work/two' }, { path: '/work/four' }] });
  });

  it('drops what a role may not open, and the area that it leaves empty', () => {
    expect(menuTree(areas, screens, 'user').map((entry) => entry.key)).toEqual(['home', 'work']);
  });
});

describe('openKeysFor', () => {
  const tree = menuTree(areas, screens, 'admin');

  it('names the area and the group of a page', () => {
    expect(openKeysFor(tree, '/work/four')).toEqual(['work', 'work/Drawing']);
    expect(openKeysFor(tree, '/work/one')).toEqual(['work']);
  });

  it('names nothing for a page that is not in the menu', () => {
    expect(openKeysFor(tree, '/work/unseen')).toEqual([]);
  });
});

import { type Area, admins, everyone, type ScreenDefinition, withFullAccess } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { buildMenuTree, findCurrentPath, openKeysFor } from './menu-tree.ts';

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
    expect(buildMenuTree(areas, screens, withFullAccess('admin')).map((entry) => entry.key)).toEqual([
      'front',
      'shop',
      'last',
    ]);
  });

  it('makes an area with one page of the same name that page', () => {
    const [home] = buildMenuTree(areas, screens, withFullAccess('admin'));
    expect(home).toMatchObject({ path: '/front/front', items: [] });
  });

  it('puts a group where its first screen stands, and shows nothing hidden', () => {
    const work = buildMenuTree(areas, screens, withFullAccess('admin'))[1];
    expect(work?.items.map((item) => item.key)).toEqual(['/shop/one', 'shop/Drawing', '/shop/three']);
    expect(work?.items[1]).toMatchObject({ items: [{ path: '/shop/two' }, { path: '/shop/four' }] });
  });

  it('drops what a role may not open, and the area that it leaves empty', () => {
    expect(buildMenuTree(areas, screens, withFullAccess('user')).map((entry) => entry.key)).toEqual(['front', 'shop']);
  });
});

describe('tabs with an entry of their own', () => {
  const tab = (path: string, name: string) => ({ path, label: words(name), address: `${path}?tab=${name}` });
  const tabs = [tab('/front/front', 'refunds'), tab('/shop/one', 'wallets'), tab('/shop/four', 'rules')];
  const tree = buildMenuTree(areas, screens, withFullAccess('admin'), tabs);

  it('follow their page, in its group, and below an area that is one page', () => {
    expect(tree[0]).toMatchObject({ path: '/front/front', items: [{ path: '/front/front?tab=refunds' }] });
    expect(tree[1]?.items.map(({ key }) => key)).toEqual([
      '/shop/one',
      '/shop/one?tab=wallets',
      'shop/Drawing',
      '/shop/three',
    ]);
    const group = tree[1]?.items[2];
    expect(group?.kind === 'group' && group.items.map(({ path }) => path)).toEqual([
      '/shop/two',
      '/shop/four',
      '/shop/four?tab=rules',
    ]);
  });

  it('are the present page where the address names them, and their page where it names another tab', () => {
    expect(findCurrentPath(tree, '/front/front', '?tab=refunds&id=3')).toBe('/front/front?tab=refunds');
    expect(findCurrentPath(tree, '/front/front', '?tab=payments')).toBe('/front/front');
    expect(openKeysFor(tree, '/shop/four?tab=rules')).toEqual(['shop', 'shop/Drawing']);
  });
});

describe('openKeysFor', () => {
  const tree = buildMenuTree(areas, screens, withFullAccess('admin'));

  it('names the area and the group of a page', () => {
    expect(openKeysFor(tree, '/shop/four')).toEqual(['shop', 'shop/Drawing']);
    expect(openKeysFor(tree, '/shop/one')).toEqual(['shop']);
  });

  it('names nothing for a page that is not in the menu', () => {
    expect(openKeysFor(tree, '/shop/unseen')).toEqual([]);
  });
});

import { type Area, admins, everyone, type ScreenDefinition, withFullAccess } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { buildMenuTree, findCurrentPath, getOpenKeys } from './menu-tree.ts';

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

describe('buildMenuTree', () => {
  it('omits the areas that a permission set does not include', () => {
    const requester = { role: 'admin', permissionSet: ['last'] };
    expect(buildMenuTree(areas, screens, requester).map((entry) => entry.key)).toEqual(['last']);
  });

  it('orders areas by their order value and omits empty ones', () => {
    expect(buildMenuTree(areas, screens, withFullAccess('admin')).map((entry) => entry.key)).toEqual([
      'front',
      'shop',
      'last',
    ]);
  });

  it('turns an area with one page of the same name into that page', () => {
    const [home] = buildMenuTree(areas, screens, withFullAccess('admin'));
    expect(home).toMatchObject({ path: '/front/front', items: [] });
  });

  it('puts a group at the position of its first screen and omits hidden screens', () => {
    const work = buildMenuTree(areas, screens, withFullAccess('admin'))[1];
    expect(work?.items.map((item) => item.key)).toEqual(['/shop/one', 'shop/Drawing', '/shop/three']);
    expect(work?.items[1]).toMatchObject({ items: [{ path: '/shop/two' }, { path: '/shop/four' }] });
  });

  it('omits what a role may not open, and areas that become empty', () => {
    expect(buildMenuTree(areas, screens, withFullAccess('user')).map((entry) => entry.key)).toEqual(['front', 'shop']);
  });
});

describe('menu entries of tabs', () => {
  const tab = (path: string, name: string) => ({ path, label: words(name), address: `${path}?tab=${name}` });
  const tabs = [tab('/front/front', 'refunds'), tab('/shop/one', 'wallets'), tab('/shop/four', 'rules')];
  const tree = buildMenuTree(areas, screens, withFullAccess('admin'), tabs);

  it('places tab entries after their page, in its group and below a single-page area', () => {
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

  it('marks a tab as current when the URL names it, and its page otherwise', () => {
    expect(findCurrentPath(tree, '/front/front', '?tab=refunds&id=3')).toBe('/front/front?tab=refunds');
    expect(findCurrentPath(tree, '/front/front', '?tab=payments')).toBe('/front/front');
    expect(getOpenKeys(tree, '/shop/four?tab=rules')).toEqual(['shop', 'shop/Drawing']);
  });
});

describe('getOpenKeys', () => {
  const tree = buildMenuTree(areas, screens, withFullAccess('admin'));

  it('returns the area and the group of a page', () => {
    expect(getOpenKeys(tree, '/shop/four')).toEqual(['shop', 'shop/Drawing']);
    expect(getOpenKeys(tree, '/shop/one')).toEqual(['shop']);
  });

  it('returns nothing for a page that is not in the menu', () => {
    expect(getOpenKeys(tree, '/shop/unseen')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { admins, everyone, type ScreenDefinition } from '../definition/index.ts';
import { allowsRole, assertRoles, getDestination, getDestinationAfterSignIn, withFullAccess } from './guard.ts';

const screen = (name: string, roles = everyone): ScreenDefinition => ({
  name,
  path: `/${name.toLowerCase()}`,
  area: 'a',
  label: { zh: name, en: name },
  roles,
});
const workplace = screen('Workplace');
const group = screen('Group', admins);
const other = screen('Other');
const screens = [workplace, other, group];

describe('getDestination', () => {
  it.each([
    [
      'sends an anonymous visit of the home page to sign-in without a redirect',
      workplace,
      { hasToken: false, role: null },
      { go: 'login', redirect: null },
    ],
    [
      'sends an anonymous visit of another route to sign-in with its name',
      other,
      { hasToken: false, role: null },
      { go: 'login', redirect: 'Other' },
    ],
    ['loads the account when there is a token but no role', other, { hasToken: true, role: null }, { go: 'loadInfo' }],
    ['opens a permitted route', group, { hasToken: true, role: withFullAccess('admin') }, { go: 'on' }],
    [
      'redirects a forbidden route to the first permitted one',
      group,
      { hasToken: true, role: withFullAccess('user') },
      { go: 'screen', path: '/workplace' },
    ],
    [
      'reports an unknown route as not found',
      null,
      { hasToken: true, role: withFullAccess('user') },
      { go: 'notFound' },
    ],
  ])('%s', (_name, target, state, expected) => {
    expect(getDestination(target, { ...state, screens })).toEqual(expected);
  });

  it('redirects to the first route in the permission set, not to one that only the role allows', () => {
    const shop = { ...other, name: 'Shop', path: '/shop', area: 'shop' };
    const all = [other, shop];
    const role = { role: 'admin', permissionSet: ['shop'] };
    expect(getDestination(other, { hasToken: true, role, screens: all })).toEqual({ go: 'screen', path: '/shop' });
    expect(getDestination(shop, { hasToken: true, role, screens: all })).toEqual({ go: 'on' });
    expect(getDestinationAfterSignIn('Other', { hasToken: true, role, screens: all })).toBe('/shop');
  });

  it('reports not found when no route is permitted', () => {
    expect(getDestination(group, { hasToken: true, role: withFullAccess('user'), screens: [group] })).toEqual({
      go: 'notFound',
    });
  });
});

describe('getDestinationAfterSignIn', () => {
  it.each([
    '/\\evil.com',
    '//evil.com',
    'javascript:alert(1)',
    'https://evil.com',
    '\t/evil',
    'Group',
    'workplace',
    '[object Object]',
    '',
  ])('does not follow %j', (redirect) => {
    expect(getDestinationAfterSignIn(redirect, { hasToken: true, role: withFullAccess('user'), screens })).toBe(
      '/workplace',
    );
  });

  it('follows the name of a route that the role may open', () => {
    expect(getDestinationAfterSignIn('Group', { hasToken: true, role: withFullAccess('admin'), screens })).toBe(
      '/group',
    );
    expect(getDestinationAfterSignIn('Other', { hasToken: true, role: withFullAccess('user'), screens })).toBe(
      '/other',
    );
  });
});

it('allowsRole compares role names exactly', () => {
  expect(allowsRole(['admin'], 'administrator')).toBe(false);
  expect(allowsRole(everyone, 'user')).toBe(true);
  expect(allowsRole(everyone, null)).toBe(false);
});

it('assertRoles rejects a value that is not an array', () => {
  expect(() => assertRoles('admin')).toThrow('need roles!');
});

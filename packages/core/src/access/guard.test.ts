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

describe('the route guard', () => {
  it.each([
    [
      'nobody at home goes to sign-in bare',
      workplace,
      { hasToken: false, role: null },
      { go: 'login', redirect: null },
    ],
    [
      'nobody elsewhere carries the route name',
      other,
      { hasToken: false, role: null },
      { go: 'login', redirect: 'Other' },
    ],
    ['a token without a role loads the person', other, { hasToken: true, role: null }, { go: 'loadInfo' }],
    ['a permitted route opens', group, { hasToken: true, role: withFullAccess('admin') }, { go: 'on' }],
    [
      'a forbidden route leads to the first permitted one',
      group,
      { hasToken: true, role: withFullAccess('user') },
      { go: 'screen', path: '/workplace' },
    ],
    ['an unknown route is not found', null, { hasToken: true, role: withFullAccess('user') }, { go: 'notFound' }],
  ])('%s', (_words, target, state, expected) => {
    expect(getDestination(target, { ...state, screens })).toEqual(expected);
  });

  it('leads someone with a permission set to the first route of it, past those that the role alone would open', () => {
    const harness = { ...other, name: 'Shop', path: '/shop', area: 'shop' };
    const all = [other, harness];
    const role = { role: 'admin', permissionSet: ['shop'] };
    expect(getDestination(other, { hasToken: true, role, screens: all })).toEqual({ go: 'screen', path: '/shop' });
    expect(getDestination(harness, { hasToken: true, role, screens: all })).toEqual({ go: 'on' });
    expect(getDestinationAfterSignIn('Other', { hasToken: true, role, screens: all })).toBe('/shop');
  });

  it('knows no place when no route is permitted', () => {
    expect(getDestination(group, { hasToken: true, role: withFullAccess('user'), screens: [group] })).toEqual({
      go: 'notFound',
    });
  });
});

describe('after sign-in', () => {
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

it('compares roles whole', () => {
  expect(allowsRole(['admin'], 'administrator')).toBe(false);
  expect(allowsRole(everyone, 'user')).toBe(true);
  expect(allowsRole(everyone, null)).toBe(false);
});

it('wants a list of roles', () => {
  expect(() => assertRoles('admin')).toThrow('need roles!');
});

import { describe, expect, it } from 'vitest';
import { canClose, closeTabs, openTab } from './tab-bar.tsx';

const tab = (name: string, search = '') => ({ path: `/${name}`, fullPath: `/${name}${search}`, title: name });
const tabs = ['home', 'a', 'b', 'c'].map((name) => tab(name));
const names = (list: readonly { path: string }[]) => list.map(({ path }) => path.slice(1)).join(' ');

describe('openTab', () => {
  it('adds a page only once', () => {
    expect(names(openTab(tabs, tab('d')))).toBe('home a b c d');
    expect(openTab(tabs, tab('b'))).toBe(tabs);
  });

  it('keeps one tab per page and remembers its last URL', () => {
    const moved = openTab(tabs, tab('b', '?page=3'));
    expect(names(moved)).toBe('home a b c');
    expect(moved[2]?.fullPath).toBe('/b?page=3');
  });
});

describe('closeTabs', () => {
  it.each([
    ['one', 2, '/b', 'home a c', '/a'],
    ['one', 2, '/a', 'home a c', null],
    ['left', 2, '/a', 'home b c', '/b'],
    ['left', 2, '/c', 'home b c', null],
    ['right', 1, '/c', 'home a', '/a'],
    ['right', 1, '/home', 'home a', null],
    ['others', 2, '/a', 'home b', '/b'],
    ['others', 2, '/home', 'home b', null],
    ['all', 2, '/b', 'home', '/home'],
    ['all', 2, '/home', 'home', null],
  ] as const)('%s at %d while on %s leaves %s', (scope, index, current, left, goTo) => {
    const closed = closeTabs(tabs, scope, index, current);
    expect(names(closed.tabs)).toBe(left);
    expect(closed.goTo).toBe(goTo);
  });

  it('returns to the last URL of the remaining tab', () => {
    const moved = openTab(tabs, tab('a', '?q=x'));
    expect(closeTabs(moved, 'one', 2, '/b').goTo).toBe('/a?q=x');
  });

  it('never closes home', () => {
    expect(names(closeTabs(tabs, 'one', 0, '/home').tabs)).toBe('home a b c');
  });
});

describe('canClose', () => {
  it('decides which menu items of a tab are enabled', () => {
    expect(canClose('one', 0, 4, true)).toBe(false);
    expect(canClose('left', 1, 4, true)).toBe(false);
    expect(canClose('left', 2, 4, true)).toBe(true);
    expect(canClose('right', 3, 4, true)).toBe(false);
    expect(canClose('reload', 2, 4, false)).toBe(false);
    expect(canClose('all', 0, 4, false)).toBe(true);
  });
});

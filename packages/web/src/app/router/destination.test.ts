import { withFullAccess } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../api/runtime-config.ts';
import { findScreen, getHome, getLoginPath, listScreens } from './destination.ts';

const fallbackConfig = readConfig(null);
const malicious = [
  ...[
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'NoSuchRoute',
  ],
  ...['../../etc', '%2F%2Fevil.example', '\t//evil.example', '\n', 'Workplace/../../x', '[object Object]', '__proto__'],
  ...[
    'data:text/html,x',
    'http:evil.example',
    '.evil.example',
    '@evil.example',
    'ModelSystem/',
    'workplace',
    ' AiIcon',
  ],
  ...['aiicon', 'AiIcon ', 'AiIcon\u0000', 'AiIcon/..', 'constructor', 'toString', 'vbscript:x', '///evil.example', ''],
  ...[
    'evil.example',
    'https:evil.example',
    'ftp://evil.example',
    '/ai/ai_icon',
    '?x',
    '#x',
    'null',
    'undefined',
    '0',
    'true',
  ],
];

describe('getHome', () => {
  it.each(malicious)('returns the home page for %j', (redirect) => {
    expect(getHome(`?${new URLSearchParams({ redirect, tab: 'x' })}`, withFullAccess('admin'), fallbackConfig)).toBe(
      '/workplace',
    );
  });

  it('returns the route with the given name if the role may open it', () => {
    expect(getHome('?redirect=AiIcon', withFullAccess('user'), fallbackConfig)).toBe('/ai/ai_icon');
    expect(getHome('?redirect=Group&q=x', withFullAccess('admin'), fallbackConfig)).toBe('/form/group?q=x');
    expect(getHome('?redirect=Group&q=x', withFullAccess('user'), fallbackConfig)).toBe('/workplace');
    expect(getHome('', withFullAccess('user'), fallbackConfig)).toBe('/workplace');
  });
});

describe('getLoginPath', () => {
  it.each([
    ['/ai/ai_icon', '', '/login?redirect=AiIcon'],
    ['/ai/ai_icon', '?q=star&redirect=Group', '/login?redirect=AiIcon&q=star'],
    ['/ai/ai_icon/', '', '/login?redirect=AiIcon'],
    ['/workplace', '?q=star', '/login'],
    ['/nowhere', '', '/login'],
  ])('of %s%s is %s', (path, search, address) => {
    expect(getLoginPath(path, search, fallbackConfig)).toBe(address);
  });
});

describe('listScreens', () => {
  it('has the course routes only when a service is bound to them and CRAFT is the string true', () => {
    const paths = (CRAFT: string) => listScreens({ ...fallbackConfig, CRAFT }).map((screen) => screen.path);
    for (const value of ['false', 'TRUE', '1', '']) expect(paths(value)).not.toContain('/devcourse/course');
    expect(findScreen(listScreens({ ...fallbackConfig, CRAFT: 'false' }), '/devcourse/course')).toBeNull();
  });
});

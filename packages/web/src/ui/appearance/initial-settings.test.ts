import { defaultApplicationSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { getDevice } from './appearance-context.tsx';
import { createInitialSettings } from './initial-settings.ts';

describe('createInitialSettings', () => {
  it('returns the defaults when nothing is stored or configured', () => {
    expect(createInitialSettings(null, null)).toEqual(defaultApplicationSettings);
  });

  it("prefers the stored theme over the platform's, and the platform's settings over the defaults", () => {
    const platform = { theme: 'dark', themeColor: '#722ED1', footer: false, menuWidth: 260 } as const;
    expect(createInitialSettings(platform, null)).toMatchObject(platform);
    expect(createInitialSettings(platform, 'light').theme).toBe('light');
  });

  it('ignores invalid values', () => {
    const platform = { themeColor: 'red', menuWidth: 9_000, navbar: 'no' };
    expect(createInitialSettings(platform, 'blue')).toEqual(defaultApplicationSettings);
  });
});

describe('getDevice', () => {
  it.each([
    [390, 'mobile', true, false],
    [992, 'mobile', true, false],
    [993, 'desktop', false, true],
    [1200, 'desktop', false, false],
  ] as const)('at %d pixels is %s', (width, device, hideMenu, menuCollapse) => {
    expect(getDevice(width)).toEqual({ device, hideMenu, menuCollapse });
  });
});

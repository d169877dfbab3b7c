import { defaultApplicationSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { initialSettings } from './initial-settings.ts';
import { deviceOf } from './use-device.ts';

describe('initialSettings', () => {
  it('are the defaults when nobody said anything', () => {
    expect(initialSettings(null, null)).toEqual(defaultApplicationSettings);
  });

  it('take what the platform set, and the theme that was chosen here before it', () => {
    const platform = { theme: 'dark', themeColor: '#722ED1', footer: false, menuWidth: 260 } as const;
    expect(initialSettings(platform, null)).toMatchObject(platform);
    expect(initialSettings(platform, 'light').theme).toBe('light');
  });

  it('ignore what cannot be', () => {
    const platform = { themeColor: 'red', menuWidth: 9_000, navbar: 'no' };
    expect(initialSettings(platform, 'blue')).toEqual(defaultApplicationSettings);
  });
});

describe('deviceOf', () => {
  it.each([
    [390, 'mobile', true, false],
    [992, 'mobile', true, false],
    [993, 'desktop', false, true],
    [1200, 'desktop', false, false],
  ] as const)('at %d pixels is %s', (width, device, hideMenu, menuCollapse) => {
    expect(deviceOf(width)).toEqual({ device, hideMenu, menuCollapse });
  });
});

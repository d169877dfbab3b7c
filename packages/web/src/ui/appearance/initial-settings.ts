import { type ApplicationSettings, defaultApplicationSettings, parseHex } from '@gantry/core';

type Given = Partial<Readonly<Record<keyof ApplicationSettings, unknown>>>;

/** Returns the initial appearance: the defaults, the platform's settings, and the theme stored in this browser. */
export function createInitialSettings(platform: Given | null, storedTheme: string | null): ApplicationSettings {
  const given: Given = platform ?? {};
  const flag = (key: 'navbar' | 'menu' | 'topMenu' | 'footer' | 'tabBar' | 'colorWeak' | 'menuCollapse') => {
    const value = given[key];
    return typeof value === 'boolean' ? value : defaultApplicationSettings[key];
  };
  const theme = storedTheme ?? given.theme;
  const width = given.menuWidth;
  const color = given.themeColor;
  return {
    ...defaultApplicationSettings,
    theme: theme === 'dark' ? 'dark' : 'light',
    colorWeak: flag('colorWeak'),
    navbar: flag('navbar'),
    menu: flag('menu'),
    topMenu: flag('topMenu'),
    footer: flag('footer'),
    tabBar: flag('tabBar'),
    menuCollapse: flag('menuCollapse'),
    menuWidth: typeof width === 'number' && width >= 160 && width <= 400 ? width : defaultApplicationSettings.menuWidth,
    themeColor: typeof color === 'string' && parseHex(color) ? color : defaultApplicationSettings.themeColor,
  };
}

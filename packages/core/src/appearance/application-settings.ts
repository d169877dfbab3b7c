/** Appearance of the console: the state of the settings drawer. */
export interface ApplicationSettings {
  readonly theme: 'light' | 'dark';
  readonly colorWeak: boolean;
  readonly navbar: boolean;
  readonly menu: boolean;
  readonly topMenu: boolean;
  readonly hideMenu: boolean;
  readonly menuCollapse: boolean;
  readonly footer: boolean;
  readonly themeColor: string;
  /** In pixels. */
  readonly menuWidth: number;
  readonly globalSettings: boolean;
  readonly device: 'desktop' | 'mobile';
  readonly tabBar: boolean;
}

export const defaultApplicationSettings: ApplicationSettings = {
  theme: 'light',
  colorWeak: false,
  navbar: true,
  menu: true,
  topMenu: false,
  hideMenu: false,
  menuCollapse: false,
  footer: true,
  themeColor: '#165DFF',
  menuWidth: 220,
  globalSettings: false,
  device: 'desktop',
  tabBar: true,
};

/** Applies a change. Enabling the top menu expands a collapsed side menu. */
export function changeSettings(
  settings: ApplicationSettings,
  change: Partial<ApplicationSettings>,
): ApplicationSettings {
  const collapse = change.topMenu === true ? { menuCollapse: false } : {};
  return { ...settings, ...change, ...collapse };
}

/** Formats the settings as the drawer copies them. */
export function printSettings(settings: ApplicationSettings): string {
  return JSON.stringify(settings, null, 2);
}

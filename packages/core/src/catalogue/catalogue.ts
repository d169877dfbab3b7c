import type { AnyResource, CallDefinition, ScreenDefinition, SettingsDefinition } from '../definition/index.ts';

/** All that is defined, handed to engines as one thing. */
export interface Catalogue {
  readonly resources: readonly AnyResource[];
  readonly settings: readonly SettingsDefinition[];
  readonly screens: readonly ScreenDefinition[];
  readonly calls: readonly CallDefinition[];
}

/** Screens that exist under the server's flags and that something is bound to: resources, settings or a custom page. */
export function presentScreens(catalogue: Catalogue, flags: Readonly<Record<string, string>>): ScreenDefinition[] {
  return catalogue.screens.filter((screen) => {
    if (screen.flag && flags[screen.flag] !== 'true') return false;
    return screen.custom === true || tabsOf(catalogue, screen.path).length > 0;
  });
}

export type Tab =
  | { readonly kind: 'resource'; readonly resource: AnyResource }
  | { readonly kind: 'settings'; readonly settings: SettingsDefinition };

/** What stands on a route: its resources in catalogue order, then its settings. */
export function tabsOf(catalogue: Catalogue, path: string): Tab[] {
  const resources = catalogue.resources
    .filter((entry) => entry.path === path)
    .map((resource) => ({ kind: 'resource', resource }) as const);
  const settings = catalogue.settings
    .filter((entry) => entry.path === path)
    .map((page) => ({ kind: 'settings', settings: page }) as const);
  return [...resources, ...settings];
}

export function resourceNamed(catalogue: Catalogue, name: string): AnyResource | null {
  return catalogue.resources.find((resource) => resource.name === name) ?? null;
}

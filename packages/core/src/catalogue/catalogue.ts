import type {
  AnyResource,
  CallDefinition,
  ReportDefinition,
  ScreenDefinition,
  SettingsDefinition,
} from '../definition/index.ts';

/** All that is defined, handed to engines as one thing. */
export interface Catalogue {
  readonly resources: readonly AnyResource[];
  readonly settings: readonly SettingsDefinition[];
  readonly screens: readonly ScreenDefinition[];
  readonly calls: readonly CallDefinition[];
  /** Reports that are tabs of a route. */
  readonly reports: readonly ReportDefinition[];
}

/** Screens that exist under the server's flags and that something is bound to: resources, settings or a custom page. */
export function presentScreens(catalogue: Catalogue, flags: Readonly<Record<string, string>>): ScreenDefinition[] {
  return catalogue.screens.filter((screen) => {
    if (screen.flag && flags[screen.flag] !== 'true') return false;
    return screen.custom === true || tabsOf(catalogue, screen.path).length > 0;
  });
}

export type Tab =
  | { readonly kind: 'report'; readonly report: ReportDefinition }
  | { readonly kind: 'resource'; readonly resource: AnyResource }
  | { readonly kind: 'settings'; readonly settings: SettingsDefinition };

/** What stands on a route: its reports, its resources in catalogue order, then its settings. */
export function tabsOf(catalogue: Catalogue, path: string): Tab[] {
  const reports = catalogue.reports
    .filter((entry) => entry.path === path)
    .map((report) => ({ kind: 'report', report }) as const);
  const resources = catalogue.resources
    .filter((entry) => entry.path === path)
    .map((resource) => ({ kind: 'resource', resource }) as const);
  const settings = catalogue.settings
    .filter((entry) => entry.path === path)
    .map((page) => ({ kind: 'settings', settings: page }) as const);
  return [...reports, ...resources, ...settings];
}

/** What a tab shows: its definition has a name and a label whatever its kind. */
export function boundTo(tab: Tab): AnyResource | ReportDefinition | SettingsDefinition {
  if (tab.kind === 'resource') return tab.resource;
  return tab.kind === 'report' ? tab.report : tab.settings;
}

export function resourceNamed(catalogue: Catalogue, name: string): AnyResource | null {
  return catalogue.resources.find((resource) => resource.name === name) ?? null;
}

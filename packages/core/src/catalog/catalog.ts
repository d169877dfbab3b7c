import {
  type AnyResource,
  type CallDefinition,
  type LocalizedText,
  type ReportDefinition,
  type ScreenDefinition,
  type SettingsDefinition,
  toNames,
} from '../definition/index.ts';
import type { Outline, ReportOutline, ResourceOutline, SettingsOutline } from './outline.ts';

/** All definitions of the product. */
export interface Catalogue extends Outline<AnyResource, SettingsDefinition, ReportDefinition> {
  readonly calls: readonly CallDefinition[];
}

/** Returns the screens that the server's flags enable and that have content: resources, settings or a custom page. */
export function presentScreens(outline: Outline, flags: Readonly<Record<string, string>>): ScreenDefinition[] {
  return outline.screens.filter((screen) => {
    if (screen.flag && flags[screen.flag] !== 'true') return false;
    return screen.custom === true || listTabs(outline, screen.path).length > 0;
  });
}

/** A tab of a route: a definition or its outline. */
export type Tab<
  R extends ResourceOutline = AnyResource,
  S extends SettingsOutline = SettingsDefinition,
  P extends ReportOutline = ReportDefinition,
> =
  | { readonly kind: 'report'; readonly report: P }
  | { readonly kind: 'resource'; readonly resource: R }
  | { readonly kind: 'settings'; readonly settings: S };

/**
 * Returns the tabs of a route: reports, resources in catalog order, then settings. Settings with `first` come before the others.
 */
export function listTabs<R extends ResourceOutline, S extends SettingsOutline, P extends ReportOutline>(
  outline: Outline<R, S, P>,
  path: string,
): Tab<R, S, P>[] {
  const reports = outline.reports
    .filter((entry) => entry.path === path)
    .map((report) => ({ kind: 'report', report }) as const);
  const resources = outline.resources
    .filter((entry) => entry.path === path)
    .map((resource) => ({ kind: 'resource', resource }) as const);
  const settings = outline.settings
    .filter((entry) => entry.path === path)
    .map((page) => ({ kind: 'settings', settings: page }) as const);
  const [first, others] = [settings.filter((tab) => tab.settings.first), settings.filter((tab) => !tab.settings.first)];
  return [...first, ...reports, ...resources, ...others];
}

/** Returns the definition of a tab. */
export function resolveTab<R extends ResourceOutline, S extends SettingsOutline, P extends ReportOutline>(
  tab: Tab<R, S, P>,
): R | S | P {
  if (tab.kind === 'resource') return tab.resource;
  return tab.kind === 'report' ? tab.report : tab.settings;
}

/** Returns the label of a tab. For a resource, it is the plural of its name. */
export function getTabLabel(tab: Tab<ResourceOutline, SettingsOutline, ReportOutline>): LocalizedText {
  return tab.kind === 'resource' ? toNames(tab.resource.label) : resolveTab(tab).label;
}

export function findResource<R extends { readonly name: string }>(
  { resources }: { readonly resources: readonly R[] },
  name: string,
): R | null {
  return resources.find((resource) => resource.name === name) ?? null;
}

import {
  allowsRole,
  can,
  getTabLabel,
  kebab,
  type LocalizedText,
  listTabs,
  type ReportOutline,
  type ResourceOutline,
  resolveTab,
  type SettingsOutline,
  type Tab,
  withFullAccess,
} from '@gantry/core';
import { outline } from './outline.ts';

/** A tab of a route before anything of it is loaded. */
export type TabOutline = Tab<ResourceOutline, SettingsOutline, ReportOutline>;

/** The name of a tab in the address. */
export function getTabKey(tab: TabOutline): string {
  return kebab(resolveTab(tab).name);
}

function canOpenTab(role: string, tab: TabOutline): boolean {
  if (tab.kind === 'resource') return can(withFullAccess(role), tab.resource, 'list');
  return allowsRole((tab.kind === 'report' ? tab.report : tab.settings).roles, role);
}

/** The tabs of a route that a role may open, in their order; whether someone may open the route is judged by its area. */
export function listOpenTabs(path: string, role: string): TabOutline[] {
  return listTabs(outline, path).filter((tab) => canOpenTab(role, tab));
}

/** What the tab that an address names is called; null when the address names none. */
export function findTabLabel(path: string, search: string): LocalizedText | null {
  const wanted = new URLSearchParams(search).get('tab');
  const tab = wanted === null ? undefined : listTabs(outline, path).find((one) => getTabKey(one) === wanted);
  return tab ? getTabLabel(tab) : null;
}

/** The key of a page among the commands of the palette: its path, or the key of its tab where that is not the first. */
export function getPageKey(path: string, search: string): string {
  const tab = new URLSearchParams(search).get('tab');
  const tabs = listTabs(outline, path).map(getTabKey);
  return tab === null || tab === tabs[0] || !tabs.includes(tab) ? path : `tab.${path}.${tab}`;
}

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

/** A tab of a route, before any of its code or data is loaded. */
export type TabOutline = Tab<ResourceOutline, SettingsOutline, ReportOutline>;

/** Returns the key of a tab in the URL. */
export function getTabKey(tab: TabOutline): string {
  return kebab(resolveTab(tab).name);
}

function canOpenTab(role: string, tab: TabOutline): boolean {
  if (tab.kind === 'resource') return can(withFullAccess(role), tab.resource, 'list');
  return allowsRole((tab.kind === 'report' ? tab.report : tab.settings).roles, role);
}

/** Lists the tabs of a route that a role may open, in order. Access to the route itself is decided by its area. */
export function listOpenTabs(path: string, role: string): TabOutline[] {
  return listTabs(outline, path).filter((tab) => canOpenTab(role, tab));
}

/** Returns the label of the tab in the URL, or null when the URL names no tab. */
export function findTabLabel(path: string, search: string): LocalizedText | null {
  const wanted = new URLSearchParams(search).get('tab');
  const tab = wanted === null ? undefined : listTabs(outline, path).find((one) => getTabKey(one) === wanted);
  return tab ? getTabLabel(tab) : null;
}

/** Returns the key of a page among the palette commands: its path, or the key of its tab unless that is the first tab. */
export function getPageKey(path: string, search: string): string {
  const tab = new URLSearchParams(search).get('tab');
  const tabs = listTabs(outline, path).map(getTabKey);
  return tab === null || tab === tabs[0] || !tabs.includes(tab) ? path : `tab.${path}.${tab}`;
}

import type { LocalizedText, ReportOutline, ResourceOutline, SettingsOutline, Tab } from '@gantry/core';
import type { ReactNode } from 'react';
import { createCalls } from '../../../fields/index.ts';
import { loadSlots } from '../../../modules/index.ts';
import { ListPage } from '../../../resource/list/list-page.tsx';
import { prefetchList } from '../../../resource/list/prefetch-list.ts';
import { loadResource, loadSettings } from '../../catalogue/index.ts';
import type { Opening } from '../page-module.ts';
import { reportPages } from '../report-pages.ts';

/** A tab of a route before anything of it is loaded. */
export type TabOutline = Tab<ResourceOutline, SettingsOutline, ReportOutline>;

/** A tab with all that is needed to draw it. */
export interface LoadedTab {
  readonly help: LocalizedText | null;
  readonly draw: () => ReactNode;
  /** Asks the server for what it will show. */
  readonly prompt?: (opening: Opening) => Promise<void>;
}

/** Loads the definition of a tab, and what draws it. */
export async function loadTab(tab: TabOutline): Promise<LoadedTab> {
  if (tab.kind === 'report') return loadReport(tab.report);
  if (tab.kind === 'settings') return loadSettingsTab(tab.settings.name);
  const { name } = tab.resource;
  const [resource, slots] = await Promise.all([loadResource(name), loadSlots(name)]);
  return {
    help: resource.help ?? null,
    draw: () => <ListPage key={name} resource={resource} slots={slots} />,
    prompt: ({ queries, api, role }) => prefetchList({ queries, calls: createCalls(api), role, resource, slots }),
  };
}

async function loadSettingsTab(name: string): Promise<LoadedTab> {
  const page = import('../settings-page/settings-page.tsx');
  const [{ SettingsPage }, settings] = await Promise.all([page, loadSettings(name)]);
  return { help: null, draw: () => <SettingsPage key={name} settings={settings} /> };
}

async function loadReport({ name, help }: ReportOutline): Promise<LoadedTab> {
  const Report = await reportPages[name]?.();
  return { help: help ?? null, draw: () => (Report ? <Report /> : null) };
}

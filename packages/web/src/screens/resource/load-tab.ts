import type {
  AnyResource,
  ReportOutline,
  ResourceOutline,
  SettingsDefinition,
  SettingsOutline,
  Tab,
  Words,
} from '@gantry/core';
import { loadResource, loadSettings } from '../../catalogue/index.ts';
import { slotsOf } from '../../overrides/index.ts';
import type { Slots } from '../../resource/slots.ts';

/** A tab of a route before anything of it is loaded. */
export type TabOutline = Tab<ResourceOutline, SettingsOutline, ReportOutline>;

/** What a tab shows, with all that is needed to draw it. */
export type LoadedTab =
  | { readonly kind: 'report'; readonly report: ReportOutline; readonly help: Words | undefined }
  | {
      readonly kind: 'resource';
      readonly resource: AnyResource;
      readonly slots: Slots;
      readonly help: Words | undefined;
    }
  | { readonly kind: 'settings'; readonly settings: SettingsDefinition; readonly help: undefined };

/** Loads the definition of a tab, and what is drawn by hand on it. */
export async function loadTab(tab: TabOutline): Promise<LoadedTab> {
  if (tab.kind === 'report') return { ...tab, help: tab.report.help };
  if (tab.kind === 'settings') return { ...tab, settings: await loadSettings(tab.settings.name), help: undefined };
  const { name } = tab.resource;
  const [resource, slots] = await Promise.all([loadResource(name), slotsOf(name)]);
  return { kind: 'resource', resource, slots, help: resource.help };
}
